package dev.plumbline.process;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.LongSupplier;

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

  private final LongSupplier nanoClock;
  private final PriorityQueue<Due> due =
      new PriorityQueue<>(Comparator.comparingLong(Due::atNanos));

  Rereads(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  /**
   * Plans the next look at a process that began to execute a program.
   *
   * @param isUnchanged what the last one has shown
   */
  void planLook(TrackedProcess process, boolean isUnchanged) {
    plan(process, process.planLook(isUnchanged, nanoClock.getAsLong()));
  }

  /** Plans what the last reading did not get: a JVM that is not ready, files not to be opened. */
  void planMissing(TrackedProcess process) {
    if (ProcessReader.libjvm(process.image()) != null) {
      plan(process, process.planJvmQuestion(nanoClock.getAsLong()));
    }
    if (process.files().stream().anyMatch(ExecutableFile::isUnread)) {
      long pause = process.planOpening();
      if (pause > 0) {
        process.forgetMaps();
      }
      plan(process, pause);
    }
  }

  /** 0 for nothing to be done. */
  private void plan(TrackedProcess process, long pauseNanos) {
    if (pauseNanos > 0) {
      due.add(new Due(nanoClock.getAsLong() + pauseNanos, process.image().key().pid()));
    }
  }

  /** A process that is due, or 0. */
  int poll() {
    Due first = due.peek();
    if (first == null || first.atNanos() > nanoClock.getAsLong()) {
      return 0;
    }
    due.remove();
    return first.pid();
  }

  /** Time until the next one is due. */
  long pauseNanos(boolean isBusy) {
    long longest = isBusy ? BUSY_PAUSE_NANOS : MAX_PAUSE_NANOS;
    Due first = due.peek();
    return first == null
        ? longest
        : Math.max(0, Math.min(longest, first.atNanos() - nanoClock.getAsLong()));
  }
}
