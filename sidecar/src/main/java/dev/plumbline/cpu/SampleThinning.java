package dev.plumbline.cpu;

import java.util.concurrent.TimeUnit;

/**
 * How many samples are taken when the ring cannot hold all (§11.5 of the study of the host's
 * profiler): half as many each second in which over one percent is lost, at least 19 a second and
 * CPU, and twice as many again after each minute without a loss. A sample that stands for several
 * counts as often, so that sums stay those of the wanted frequency. Belongs to the drain thread.
 */
final class SampleThinning {
  /** What profilers of whole hosts use that are meant to be always on. */
  static final int LEAST_HERTZ = 19;

  static final long CALM_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final double SECOND_NANOS = 1e9;

  private final int most;
  private int factor = 1;
  private long calmSinceNanos;
  private long lostBefore;
  private long takenBefore;

  SampleThinning(int frequencyHertz, long nowNanos) {
    this.most = Math.max(1, Integer.highestOneBit(Math.max(1, frequencyHertz / LEAST_HERTZ)));
    this.calmSinceNanos = nowNanos;
  }

  /** How many samples of the wanted frequency one stands for that was taken after a period. */
  static int weight(long periodNanos, int frequencyHertz) {
    return Math.max(1, (int) Math.round(periodNanos * (double) frequencyHertz / SECOND_NANOS));
  }

  /** Each so many-th sample is taken. */
  int factor() {
    return factor;
  }

  /**
   * Looks at the counts of samples since the start; true if the factor changed.
   *
   * @param lost for which the ring had no room
   * @param taken that are or were in the ring
   */
  boolean look(long lost, long taken, long nowNanos) {
    long newlyLost = lost - lostBefore;
    long came = taken - takenBefore + newlyLost;
    lostBefore = lost;
    takenBefore = taken;
    if (newlyLost > 0) {
      calmSinceNanos = nowNanos;
      return newlyLost * 100 > came && set(Math.min(most, factor * 2));
    }
    if (nowNanos - calmSinceNanos >= CALM_NANOS) {
      calmSinceNanos = nowNanos;
      return set(Math.max(1, factor / 2));
    }
    return false;
  }

  private boolean set(int newFactor) {
    boolean isNew = newFactor != factor;
    factor = newFactor;
    return isNew;
  }
}
