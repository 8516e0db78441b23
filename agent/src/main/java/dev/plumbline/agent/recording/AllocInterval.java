package dev.plumbline.agent.recording;

import java.util.function.BooleanSupplier;

/**
 * Bytes allocated between two samples, fitted to the load: the JVM's sampling itself is what costs,
 * so only a longer interval saves (agent study §0.12, §9.1). A change takes effect when the
 * recording is started anew. Confined to its thread.
 */
final class AllocInterval {
  /** Above this many samples a second the interval doubles until they are fewer. */
  static final double MAX_SAMPLES_PER_SECOND = 200;

  /** Below this many it halves. */
  static final double MIN_SAMPLES_PER_SECOND = 5;

  /** Few samples must last: an application that pauses is no reason for a restart. */
  static final int QUIET_WINDOWS = 6;

  static final long MIN_BYTES = 512L << 10;
  static final long MAX_BYTES = 1L << 30;

  private final boolean adaptive;
  private long bytes;
  private int quietWindows;

  /**
   * @param bytes 0 for off
   */
  AllocInterval(long bytes, boolean adaptive) {
    this.bytes = bytes;
    this.adaptive = adaptive && bytes > 0;
  }

  long bytes() {
    return bytes;
  }

  /**
   * Takes one window's count into account.
   *
   * @param isGoodMoment asked before it narrows, which can wait; widening saves and cannot
   * @return whether the interval has changed, so that a restart is due
   */
  boolean observe(long samples, long windowNanos, BooleanSupplier isGoodMoment) {
    if (!adaptive || windowNanos <= 0) {
      return false;
    }
    double perSecond = samples * 1e9 / windowNanos;
    if (perSecond > MAX_SAMPLES_PER_SECOND) {
      quietWindows = 0;
      return widen(perSecond);
    }
    quietWindows = perSecond < MIN_SAMPLES_PER_SECOND ? quietWindows + 1 : 0;
    if (quietWindows < QUIET_WINDOWS || bytes <= MIN_BYTES) {
      return false;
    }
    quietWindows = 0;
    if (!isGoodMoment.getAsBoolean()) {
      return false;
    }
    bytes = Math.max(MIN_BYTES, bytes / 2);
    return true;
  }

  private boolean widen(double perSecond) {
    long before = bytes;
    double rate = perSecond;
    while (rate > MAX_SAMPLES_PER_SECOND && bytes < MAX_BYTES) {
      bytes = Math.min(MAX_BYTES, bytes * 2);
      rate /= 2;
    }
    return bytes != before;
  }
}
