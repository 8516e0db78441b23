package dev.plumbline.process;

import java.util.Comparator;
import java.util.PriorityQueue;

/** Processes that are to be read again, by time. Confined to one thread. */
final class Rereads {
  /**
   * Longest pause of the thread that follows processes. Starts and ends of processes wake it; what
   * samples ask for, and tables that are ready, wait for the end of the pause.
   */
  static final long MAX_PAUSE_NANOS = 200_000_000;

  /** The same while something is being waited for. */
  static final long BUSY_PAUSE_NANOS = 10_000_000;

  private record Due(long atNanos, int pid) {}

  private final PriorityQueue<Due> due =
      new PriorityQueue<>(Comparator.comparingLong(Due::atNanos));

  void add(int pid, long[] delaysNanos, long nowNanos) {
    for (long delay : delaysNanos) {
      due.add(new Due(nowNanos + delay, pid));
    }
  }

  /** A process that is due, or 0. */
  int poll(long nowNanos) {
    Due first = due.peek();
    if (first == null || first.atNanos() > nowNanos) {
      return 0;
    }
    due.remove();
    return first.pid();
  }

  /** Time until the next one is due. */
  long pauseNanos(long nowNanos, boolean isBusy) {
    long longest = isBusy ? BUSY_PAUSE_NANOS : MAX_PAUSE_NANOS;
    Due first = due.peek();
    return first == null ? longest : Math.max(0, Math.min(longest, first.atNanos() - nowNanos));
  }
}
