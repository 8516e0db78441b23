package dev.plumbline.export;

import dev.plumbline.export.settings.RetrySettings;
import java.util.function.DoubleSupplier;

/**
 * Delays that double from the first to the longest, each drawn at random between its half and its
 * whole, so that a fleet does not come back in step. Confined to the exporter's thread.
 */
final class Backoff {
  /** A receiver that asks for more is taken at this. */
  static final long MAX_RECEIVER_DELAY_NANOS = 3_600_000_000_000L;

  private final long initialNanos;
  private final long maxNanos;
  private final DoubleSupplier random;
  private long nextNanos;

  /**
   * @param random in [0, 1)
   */
  Backoff(RetrySettings settings, DoubleSupplier random) {
    this.initialNanos = settings.initialDelay().toNanos();
    this.maxNanos = settings.maxDelay().toNanos();
    this.random = random;
    this.nextNanos = initialNanos;
  }

  /**
   * The next delay. A receiver's wish is a minimum, with up to a tenth of it on top.
   *
   * @param receiverNanos 0 if it has none
   */
  long next(long receiverNanos) {
    long own = nextNanos / 2 + (long) (random.getAsDouble() * (nextNanos - nextNanos / 2));
    nextNanos = nextNanos > maxNanos / 2 ? maxNanos : nextNanos * 2;
    if (receiverNanos <= 0) {
      return own;
    }
    long asked = Math.min(receiverNanos, MAX_RECEIVER_DELAY_NANOS);
    return Math.max(own, asked + (long) (random.getAsDouble() * (asked / 10.0)));
  }

  void reset() {
    nextNanos = initialNanos;
  }
}
