package dev.plumbline.it.app;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Burns CPU 70 % in {@link #heavy} and 30 % in {@link #light}, by this thread's own CPU clock.
 *
 * <p>The phases are long beside a sampling period, so that the share of samples is much nearer to
 * the share of time than independent samples would be.
 */
final class CpuSplit implements Runnable {
  private static final long HEAVY_NANOS = 140_000_000;
  private static final long LIGHT_NANOS = 60_000_000;
  private static final int ROUNDS = 100_000;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final long endNanos;
  private final long fewestCpuNanos;

  /** Printed at the end, so that no compiler removes the work. */
  private long mixed = 1;

  /**
   * @param endNanos when it ends, on the clock of {@link System#nanoTime}
   * @param fewestCpuNanos CPU time that it takes before it ends, however long it waits for it: by a
   *     few phases a share is not known
   */
  CpuSplit(long endNanos, long fewestCpuNanos) {
    this.endNanos = endNanos;
    this.fewestCpuNanos = fewestCpuNanos;
  }

  @Override
  public void run() {
    long inHeavy = 0;
    long inLight = 0;
    while (System.nanoTime() < endNanos || inHeavy + inLight < fewestCpuNanos) {
      final long start = threads.getCurrentThreadCpuTime();
      heavy(start + HEAVY_NANOS);
      final long middle = threads.getCurrentThreadCpuTime();
      light(middle + LIGHT_NANOS);
      inHeavy += middle - start;
      inLight += threads.getCurrentThreadCpuTime() - middle;
    }
    Truth.share("cpu.heavy", inHeavy, inHeavy + inLight);
    Truth.amount("cpu.nanos", inHeavy + inLight);
    Truth.amount("cpu.mixed", mixed);
  }

  private void heavy(long untilCpuNanos) {
    while (threads.getCurrentThreadCpuTime() < untilCpuNanos) {
      mixed = spin(mixed);
    }
  }

  private void light(long untilCpuNanos) {
    while (threads.getCurrentThreadCpuTime() < untilCpuNanos) {
      mixed = spin(mixed);
    }
  }

  private static long spin(long seed) {
    long value = seed;
    for (int i = 0; i < ROUNDS; i++) {
      value += (long) i * i ^ value >> 3;
    }
    return value;
  }
}
