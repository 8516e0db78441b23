package dev.plumbline.agent;

/** Length of the first window. Stateless. */
final class FirstInterval {
  /** Shorter ones tell nothing. */
  private static final double SMALLEST_SHARE = 0.2;

  private FirstInterval() {}

  /**
   * @param chance in [0, 1)
   */
  static long nanos(long intervalNanos, double chance) {
    return (long) (intervalNanos * (SMALLEST_SHARE + (1 - SMALLEST_SHARE) * chance));
  }
}
