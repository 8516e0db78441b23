package dev.plumbline.it.app;

import java.util.concurrent.TimeUnit;

/** Work that no compiler removes. */
final class Spin {
  private static final int ROUNDS = 20_000;

  private Spin() {}

  /** Some tens of microseconds of arithmetic; feed the result into the next call. */
  static long rounds(long seed) {
    long value = seed;
    for (int i = 0; i < ROUNDS; i++) {
      value += (long) i * i ^ value >> 3;
    }
    return value;
  }

  /** Burns this thread until the time is over; the result only keeps the work alive. */
  static long untilNanoTime(long endNanos) {
    long value = 1;
    while (System.nanoTime() < endNanos) {
      value = rounds(value);
    }
    return value;
  }

  static long millis(long millis) {
    return untilNanoTime(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis));
  }
}
