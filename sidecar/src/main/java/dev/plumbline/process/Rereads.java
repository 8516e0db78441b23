package dev.plumbline.process;

import java.util.Comparator;
import java.util.PriorityQueue;

/** Processes that are to be read again, by time. Confined to one thread. */
final class Rereads {
  /** Longest pause of the thread that follows processes. */
  static final long MAX_PAUSE_NANOS = 25_000_000;

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
  long pauseNanos(long nowNanos) {
    Due first = due.peek();
    return first == null
        ? MAX_PAUSE_NANOS
        : Math.max(0, Math.min(MAX_PAUSE_NANOS, first.atNanos() - nowNanos));
  }
}
