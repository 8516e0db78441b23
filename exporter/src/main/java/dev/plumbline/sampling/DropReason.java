package dev.plumbline.sampling;

/** Why the aggregator dropped a record. */
public enum DropReason {
  /** The window already holds as many distinct samples as it may. */
  WINDOW_FULL("window-full"),
  /** A value of zero says nothing, and receivers refuse it. */
  ZERO_VALUE("zero-value"),
  /** A negative value has no meaning in a window, and receivers refuse it. */
  NEGATIVE_VALUE("negative-value");

  private final String word;

  DropReason(String word) {
    this.word = word;
  }

  /** As the {@code reason} of a counter. */
  public String word() {
    return word;
  }
}
