package dev.plumbline.export;

/** Why a request did not arrive, and whether the log has told it already. Immutable. */
final class ExportFailure {
  static final ExportFailure NONE = new ExportFailure("", "", false);

  private final String reason;
  private final String message;
  private final boolean isTold;

  ExportFailure(String reason, String message, boolean isTold) {
    this.reason = reason;
    this.message = message;
    this.isTold = isTold;
  }

  boolean isNone() {
    return reason.isEmpty();
  }

  /** The next one; told if the log left it out as a repetition of what it had told. */
  ExportFailure then(String nextReason, String nextMessage, boolean isNextTold) {
    boolean isRepeated = reason.equals(nextReason) && message.equals(nextMessage);
    return new ExportFailure(nextReason, nextMessage, isNextTold || (isRepeated && isTold));
  }

  /** With its explanation, whatever the log has told. */
  String text() {
    return message.isEmpty() ? reason : reason + ": " + message;
  }

  /** For a later line: no explanation comes twice. */
  @Override
  public String toString() {
    return isTold ? reason : text();
  }
}
