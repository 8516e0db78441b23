package dev.plumbline.otlp;

/**
 * The numbering of the OTLP Profiles messages. Nothing on the wire tells it, and a receiver of
 * another level stores garbage without an error, so a sender must know (§1.9 of the OTLP study).
 * 1.11 equals 1.10 on the wire.
 */
public enum OtlpLevel {
  V1_8("1.8"),
  V1_9("1.9"),
  V1_10("1.10");

  private final String text;

  OtlpLevel(String text) {
    this.text = text;
  }

  /** As users write it: {@code 1.8}, {@code 1.9}, {@code 1.10}. */
  public String text() {
    return text;
  }

  @Override
  public String toString() {
    return text;
  }
}
