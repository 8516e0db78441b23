package dev.plumbline.listen;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * How long a listener has patience with a connection. Immutable; zero is no bound.
 *
 * @param head from the opening of a connection to the end of the first request's head; on one of
 *     HTTP/1 that is used again, beyond the time that it may be idle
 * @param read from a request's head to the end of its body
 * @param write from a request's head to the end of its answer
 * @param idle without a byte
 * @param reuse whether a connection of HTTP/1 serves several requests
 */
public record ConnectionRules(
    Duration head, Duration read, Duration write, Duration idle, Reuse reuse) {
  /** What listeners have of which nothing is said. */
  public static final ConnectionRules DEFAULT =
      new ConnectionRules(
          Duration.ZERO, Duration.ZERO, Duration.ZERO, ListenLimits.IDLE, Reuse.KEPT);

  public ConnectionRules {
    requireNonNull(head, "head");
    requireNonNull(read, "read");
    requireNonNull(write, "write");
    requireNonNull(idle, "idle");
    requireNonNull(reuse, "reuse");
  }

  /** Whether a connection serves several requests. */
  public enum Reuse {
    KEPT,
    CLOSED
  }
}
