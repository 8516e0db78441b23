package dev.plumbline.export.sender;

import org.jspecify.annotations.Nullable;

/**
 * Moves one request to a receiver, once: no retry, no queue (hop 7). One call at a time, from the
 * exporter's thread; {@link #close} may come from any thread and ends a call under way.
 */
public interface RequestSender extends AutoCloseable {
  /**
   * Sends and waits, at most {@code timeoutNanos}. Never throws for what a network or a receiver
   * can do: that is a result.
   *
   * @throws SenderClosedException if the sender has been closed
   */
  ExportResult send(ExportRequest request, long timeoutNanos);

  /**
   * As {@link #send}, but over the connection that took the last request and no other: behind
   * another may be another receiver, which reads another level. A sender without connections sends.
   *
   * @return null if that connection has gone; nothing was sent then
   */
  default @Nullable ExportResult sendConnected(ExportRequest request, long timeoutNanos) {
    return send(request, timeoutNanos);
  }

  /** Where the requests go, for people; without credentials. */
  String target();

  /**
   * Whether the next request goes over the connection that took the last one. If it does not,
   * another receiver, or another version of it, may answer, and what is known of it must be asked
   * anew. A sender without connections always says yes.
   */
  default boolean isConnected() {
    return true;
  }

  /** Idempotent and bounded in time. */
  @Override
  void close();
}
