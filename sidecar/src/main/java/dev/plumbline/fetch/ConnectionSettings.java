package dev.plumbline.fetch;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * Connections of one client. Immutable.
 *
 * @param reuse whether a connection serves several requests
 * @param maxPerHost at a time; 0 for no bound
 * @param maxIdle that wait for the next request, over all hosts; 0 for no bound
 * @param maxIdlePerHost likewise of one host; 0 for {@link #DEFAULT_IDLE_PER_HOST}
 * @param idleTimeout after which a waiting one is closed; zero for never
 * @param http2 whether HTTP/2 is offered where TLS is spoken, with the pings that look after it
 * @param readBufferBytes of the socket; 0 for the system's
 * @param writeBufferBytes of the socket; 0 for the system's
 */
public record ConnectionSettings(
    Reuse reuse,
    int maxPerHost,
    int maxIdle,
    int maxIdlePerHost,
    Duration idleTimeout,
    Http2 http2,
    int readBufferBytes,
    int writeBufferBytes) {
  /** As Go's client has it. */
  public static final int DEFAULT_IDLE_PER_HOST = 2;

  public static final ConnectionSettings DEFAULT =
      new ConnectionSettings(
          Reuse.KEPT,
          0,
          100,
          0,
          Duration.ofSeconds(90),
          new Http2(Http2.Use.OFFERED, Duration.ZERO, Duration.ZERO),
          0,
          0);

  public ConnectionSettings {
    requireNonNull(reuse, "reuse");
    requireNonNull(idleTimeout, "idleTimeout");
    requireNonNull(http2, "http2");
  }

  /** Whether a connection serves several requests. */
  public enum Reuse {
    KEPT,
    CLOSED
  }

  /** How many connections to one host may wait. */
  int idlePerHost() {
    int perHost = maxIdlePerHost == 0 ? DEFAULT_IDLE_PER_HOST : maxIdlePerHost;
    return maxIdle == 0 ? perHost : Math.min(perHost, maxIdle);
  }

  /**
   * HTTP/2 of one client. Immutable.
   *
   * @param pingInterval after which a connection is pinged; zero for never
   * @param pingTimeout within which a ping is answered, else the connection is closed; zero for
   *     {@link #DEFAULT_PING_TIMEOUT}
   */
  public record Http2(Use use, Duration pingInterval, Duration pingTimeout) {
    public static final Duration DEFAULT_PING_TIMEOUT = Duration.ofSeconds(15);

    public Http2 {
      requireNonNull(use, "use");
      requireNonNull(pingInterval, "pingInterval");
      requireNonNull(pingTimeout, "pingTimeout");
    }

    /** Whether it is offered. */
    public enum Use {
      OFFERED,
      NEVER
    }

    Duration pingAnswer() {
      return pingTimeout.isZero() ? DEFAULT_PING_TIMEOUT : pingTimeout;
    }
  }
}
