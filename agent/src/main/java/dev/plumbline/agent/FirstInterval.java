package dev.plumbline.agent;

/**
 * Lengths of the first two windows. The first is short: it loads what an export needs while there
 * is time, so that an early end of the JVM finds a warm exporter, and shows first data soon. The
 * second is shortened by chance, so that a fleet does not send in step. Stateless.
 */
final class FirstInterval {
  private static final long SHORTEST_NANOS = 1_000_000_000L;
  private static final long SPREAD_NANOS = 2_000_000_000L;

  /** Of the whole interval. */
  private static final double SMALLEST_SHARE = 0.2;

  private FirstInterval() {}

  /**
   * @param chance in [0, 1)
   */
  static long firstNanos(long intervalNanos, double chance) {
    return Math.min(intervalNanos, SHORTEST_NANOS + (long) (SPREAD_NANOS * chance));
  }

  /**
   * @param chance in [0, 1)
   */
  static long secondNanos(long intervalNanos, double chance) {
    return (long) (intervalNanos * (SMALLEST_SHARE + (1 - SMALLEST_SHARE) * chance));
  }
}
