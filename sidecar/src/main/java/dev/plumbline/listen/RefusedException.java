package dev.plumbline.listen;

import static java.util.Objects.requireNonNull;

/** A request that is not taken, with the answer that its sender gets. */
public final class RefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final String reason;
  private final String challenge;

  /**
   * @param status of HTTP, 400 to 599
   * @param reason for counters: one of few words, such as {@code body_size}
   * @param message for the sender: what was expected and what came
   */
  public RefusedException(int status, String reason, String message) {
    this(status, reason, message, "Bearer");
  }

  private RefusedException(int status, String reason, String message, String challenge) {
    super(requireNonNull(message, "message"), null, false, false);
    this.status = status;
    this.reason = requireNonNull(reason, "reason");
    this.challenge = requireNonNull(challenge, "challenge");
  }

  /**
   * Credentials are missing or wrong.
   *
   * @param scheme that is asked for in {@code WWW-Authenticate}
   */
  public static RefusedException unauthenticated(String scheme, String message) {
    return new RefusedException(401, "credentials", message, scheme);
  }

  /** For {@code WWW-Authenticate}, where the status is 401. */
  String challenge() {
    return challenge;
  }

  public int status() {
    return status;
  }

  public String reason() {
    return reason;
  }

  /** When the sender may try again; 0 if that is not said. */
  public int retryAfterSeconds() {
    return status == 429 || status == 503 ? (int) ListenLimits.RETRY_AFTER.toSeconds() : 0;
  }

  /** What the sender is told. */
  public String text() {
    return requireNonNull(getMessage(), "message");
  }
}
