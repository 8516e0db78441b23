package dev.plumbline.process;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of processes that have ended: they are remembered until their last samples have been
 * taken, then forgotten everywhere. Confined to the thread that follows processes.
 */
final class EndedProcesses {
  /** Time for the last samples of a process to be taken. */
  private static final long GRACE_NANOS = 1_500_000_000;

  /** How often ends are looked for that no record told of, with records and without. */
  private static final long SWEEP_NANOS = 30_000_000_000L;

  private static final long SWEEP_UNTOLD_NANOS = 1_000_000_000;

  private final TrackedProcesses tracked;
  private final ProcessDirectory directory;
  private final KernelEntries kernel;
  private final ProcessFiles processFiles;
  private final TrackingCounts counts;
  private final LongSupplier nanoClock;
  private final Queue<TrackedProcess> leaving = new ArrayDeque<>();
  private long nextSweepNanos;

  EndedProcesses(
      TrackedProcesses tracked,
      ProcessDirectory directory,
      KernelEntries kernel,
      ProcessFiles processFiles,
      TrackingCounts counts,
      LongSupplier nanoClock) {
    this.tracked = tracked;
    this.directory = directory;
    this.kernel = kernel;
    this.processFiles = processFiles;
    this.counts = counts;
    this.nanoClock = nanoClock;
  }

  /** A record told of the end. */
  void exited(ProcessKey key) {
    gone(directory.find(key.pid(), key.startTicks()));
    ProcessImage now = directory.find(key.pid(), 0);
    if (now != null && now.key().equals(key)) { // else the id is another process's already
      kernel.remove(key.pid());
    }
  }

  /** The process cannot be read any more; null if nothing was known of it. */
  void gone(@Nullable ProcessImage image) {
    counts.increment(TrackingCount.PROCESSES_GONE);
    if (image == null) {
      return;
    }
    TrackedProcess process = tracked.of(image);
    if (!image.isResolved()) {
      ProgramName name = new ProgramName(image.name(), null);
      ProcessImage closed = image.resolved(image.key(), nanoClock.getAsLong(), name, List.of());
      if (directory.replace(image, closed)) {
        process.setImage(closed);
      }
    }
    remember(process, nanoClock.getAsLong());
  }

  /** All are remembered for the same time, so that the first one to end is the first to leave. */
  private void remember(TrackedProcess process, long now) {
    if (!process.hasEnded()) {
      process.setRemoveAt(now + GRACE_NANOS);
      leaving.add(process);
    }
  }

  /** Finds ends that no record told of, when that is due; false when it is not. */
  boolean sweep(long now, boolean isTold) {
    if (now - nextSweepNanos < 0) {
      return false;
    }
    nextSweepNanos = now + (isTold ? SWEEP_NANOS : SWEEP_UNTOLD_NANOS);
    for (TrackedProcess process : tracked.all()) {
      ProcessKey key = process.image().key();
      ProcessFiles.Stat stat = processFiles.stat(key.pid());
      boolean isOther =
          stat != null && key.startTicks() != 0 && stat.startTicks() != key.startTicks();
      if (stat == null || isOther) {
        remember(process, now);
      }
    }
    return true;
  }

  /** Forgets the processes whose time is over. */
  void remove(long now) {
    for (TrackedProcess first = leaving.peek();
        first != null && now - first.removeAtNanos() >= 0;
        first = leaving.peek()) {
      leaving.remove();
      ProcessKey key = first.image().key();
      tracked.forget(first);
      directory.remove(key);
      if (directory.find(key.pid(), 0) == null) {
        kernel.remove(key.pid());
      }
    }
  }
}
