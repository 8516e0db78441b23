package dev.plumbline.export;

import static java.util.Objects.requireNonNull;

/** Why nothing arrives at a receiver just now, and when it is tried again. Immutable. */
public final class SendTrouble {
  private final String text;
  private final long ageNanos;
  private final long nextTryNanos;

  SendTrouble(String text, long ageNanos, long nextTryNanos) {
    this.text = requireNonNull(text, "text");
    this.ageNanos = ageNanos;
    this.nextTryNanos = nextTryNanos;
  }

  /** Reason and message of the last failure, in one line for people. */
  public String text() {
    return text;
  }

  /** Since that failure. */
  public long ageNanos() {
    return ageNanos;
  }

  /** Until a request is tried again, if one waits; 0 if it may be tried at once. */
  public long nextTryNanos() {
    return nextTryNanos;
  }
}
