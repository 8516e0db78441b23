package dev.plumbline.jfr;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** Ends the work of recorded programs by CPU time, so that a busy machine changes no result. */
final class CpuTime {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private CpuTime() {}

  /** CPU time of the current thread in nanoseconds. */
  static long now() {
    return THREADS.getCurrentThreadCpuTime();
  }

  /** When the current thread will have used so much more. */
  static long in(long millis) {
    return now() + millis * 1_000_000;
  }
}
