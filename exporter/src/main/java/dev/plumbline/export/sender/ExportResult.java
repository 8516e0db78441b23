package dev.plumbline.export.sender;

import static java.util.Objects.requireNonNull;

/**
 * What became of one attempt to send a request. A closed set: accepted, partly rejected, retry
 * after, refused. Release 11 has no sealed types, so the set is an enum with fields. Immutable.
 */
public final class ExportResult {
  /** The four outcomes. */
  public enum Outcome {
    /** The receiver has it. */
    ACCEPTED,
    /** The receiver has it but for {@link #rejectedProfiles()}; never sent again. */
    PARTLY_REJECTED,
    /** Not taken now; may be sent again after {@link #retryAfterNanos()}. */
    RETRY_AFTER,
    /** Never to be sent again. */
    REFUSED
  }

  /** What a refusal says about the requests that follow. */
  public enum Refusal {
    /** Only this request is at fault. */
    REQUEST,
    /**
     * The receiver refuses all (UNIMPLEMENTED, PERMISSION_DENIED, UNAUTHENTICATED): try one now and
     * then.
     */
    RECEIVER
  }

  private static final ExportResult ACCEPTED =
      new ExportResult(Outcome.ACCEPTED, Refusal.REQUEST, "accepted", "", 0, 0);

  private final Outcome outcome;
  private final Refusal refusal;
  private final String reason;
  private final String message;
  private final long rejectedProfiles;
  private final long retryAfterNanos;

  private ExportResult(
      Outcome outcome,
      Refusal refusal,
      String reason,
      String message,
      long rejectedProfiles,
      long retryAfterNanos) {
    this.outcome = outcome;
    this.refusal = refusal;
    this.reason = requireNonNull(reason, "reason");
    this.message = requireNonNull(message, "message");
    this.rejectedProfiles = rejectedProfiles;
    this.retryAfterNanos = retryAfterNanos;
  }

  public static ExportResult accepted() {
    return ACCEPTED;
  }

  /** Accepted, with a remark of the receiver that a person should read. */
  public static ExportResult acceptedWithWarning(String message) {
    return new ExportResult(Outcome.ACCEPTED, Refusal.REQUEST, "accepted", message, 0, 0);
  }

  public static ExportResult partlyRejected(long rejectedProfiles, String message) {
    return new ExportResult(
        Outcome.PARTLY_REJECTED, Refusal.REQUEST, "partial_success", message, rejectedProfiles, 0);
  }

  /**
   * @param reason short and fit for a counter, such as {@code unavailable}
   * @param retryAfterNanos at least this long by the receiver's wish; 0 leaves it to our own
   *     back-off
   */
  public static ExportResult retryAfter(String reason, String message, long retryAfterNanos) {
    return new ExportResult(
        Outcome.RETRY_AFTER, Refusal.REQUEST, reason, message, 0, retryAfterNanos);
  }

  /**
   * @param reason short and fit for a counter, such as {@code invalid_argument}
   */
  public static ExportResult refused(Refusal refusal, String reason, String message) {
    return new ExportResult(Outcome.REFUSED, refusal, reason, message, 0, 0);
  }

  public Outcome outcome() {
    return outcome;
  }

  /** Meaningful for {@link Outcome#REFUSED}. */
  public Refusal refusal() {
    return refusal;
  }

  /** Short, lower case, fit for a counter. */
  public String reason() {
    return reason;
  }

  /** For people, at most 1 KiB; empty if there is nothing to say. */
  public String message() {
    return message;
  }

  public long rejectedProfiles() {
    return rejectedProfiles;
  }

  public long retryAfterNanos() {
    return retryAfterNanos;
  }

  @Override
  public String toString() {
    return outcome + " (" + reason + ")" + (message.isEmpty() ? "" : ": " + message);
  }
}
