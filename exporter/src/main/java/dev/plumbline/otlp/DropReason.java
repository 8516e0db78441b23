package dev.plumbline.otlp;

/** Why a sample of a window is in no request. */
public enum DropReason {
  /** Its value is 0: it says nothing, and receivers throw it away. */
  ZERO_VALUE("zero_value"),
  /** Its value is below 0, which receivers refuse. */
  NEGATIVE_VALUE("negative_value"),
  /** With it the profile's total, times the period for CPU, would pass the range of a long. */
  VALUE_OVERFLOW("value_overflow"),
  /** Alone with its stack and resource it is larger than the largest request. */
  OVERSIZED("oversized");

  private final String text;

  DropReason(String text) {
    this.text = text;
  }

  /** The word of counters and log lines. */
  public String text() {
    return text;
  }

  @Override
  public String toString() {
    return text;
  }
}
