package dev.plumbline.otlp.decode;

/**
 * The numberings in which requests come (§1.9 of the OTLP study), oldest first. 1.11 equals 1.10.
 * Wider than what we send: 1.7 is read, never written.
 */
public enum ReceivedLevel {
  V1_7("1.7"),
  V1_8("1.8"),
  V1_9("1.9"),
  V1_10("1.10");

  /** The newest; what a request means that could be of several. */
  public static final ReceivedLevel NEWEST = V1_10;

  private final String text;

  ReceivedLevel(String text) {
    this.text = text;
  }

  /** As people write it, such as {@code 1.10}. */
  public String text() {
    return text;
  }

  @Override
  public String toString() {
    return text;
  }
}
