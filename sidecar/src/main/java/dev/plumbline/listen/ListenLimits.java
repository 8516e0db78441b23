package dev.plumbline.listen;

import java.time.Duration;

/** Limits of all listeners. */
public final class ListenLimits {
  /** Wire bytes of all requests that are received or handled at a time; above it: 503. */
  public static final long IN_FLIGHT_BYTES = 96L << 20;

  /** Handlers that run at a time. */
  public static final int WORKERS = 4;

  /**
   * Inflated, of a request that is handled beside others; larger ones are handled one at a time.
   */
  public static final int LARGE_BYTES = 4 << 20;

  /** How long a client may take none of an answer. */
  public static final Duration SLOW_CLIENT = Duration.ofSeconds(30);

  /** How long a connection may be silent, also amid a request. */
  public static final Duration IDLE = Duration.ofMinutes(2);

  /**
   * From accepting a connection to knowing what it speaks, where a listener's rules say nothing
   * else.
   */
  public static final Duration FIRST_HEAD = Duration.ofMinutes(1);

  /** How long a closing listener waits for the requests that it has. */
  public static final Duration DRAIN = Duration.ofSeconds(3);

  /** Of the request line and of all headers, bytes each. */
  public static final int MAX_HEADER_BYTES = 16 << 10;

  /** What a client is asked to wait when we are busy. */
  public static final Duration RETRY_AFTER = Duration.ofSeconds(5);

  private ListenLimits() {}
}
