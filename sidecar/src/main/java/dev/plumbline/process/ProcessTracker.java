package dev.plumbline.process;

import dev.plumbline.kernel.unwind.LifecycleRecord.Kind;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Keeps what the kernel and the directory know of processes up to date. Confined to the thread
 * {@code plumbline-processes}, but for {@link #request} and {@link #requestScan}.
 *
 * <p>A program that has just begun maps its libraries within milliseconds, so it is looked at again
 * a few times, and read again if it has grown; later a sample outside of all known mappings asks
 * for it.
 */
final class ProcessTracker {
  /** Processes of the first scan that are read before the others get their turn again. */
  private static final int SCANNED_PER_TICK = 8;

  private static final long IDLE_CHECK_NANOS = 5_000_000_000L;

  private final ProcessReader reader;
  private final ProcessFiles processFiles;
  private final ProcessDirectory directory;
  private final TrackedProcesses tracked;
  private final EndedProcesses ended;
  private final FileStore store;
  private final LifecycleFeed feed;
  private final ProcessPublisher publisher;
  private final LongSupplier nanoClock;
  private final Rereads rereads;
  private final Set<Integer> requests = ConcurrentHashMap.newKeySet();
  private final Queue<Integer> unread = new ArrayDeque<>();
  private long nextIdleCheckNanos;
  private volatile boolean isRescanWanted;
  private volatile boolean isScanning = true;

  ProcessTracker(
      ProcessReader reader,
      ProcessFiles processFiles,
      ProcessDirectory directory,
      KernelEntries kernel,
      FileStore store,
      LifecycleFeed feed,
      ProcessListener listener,
      TrackingCounts counts,
      LongSupplier nanoClock) {
    this.reader = reader;
    this.processFiles = processFiles;
    this.directory = directory;
    this.store = store;
    this.feed = feed;
    this.nanoClock = nanoClock;
    this.rereads = new Rereads(nanoClock);
    this.tracked = new TrackedProcesses(store, listener, nanoClock);
    this.ended = new EndedProcesses(tracked, directory, kernel, processFiles, counts, nanoClock);
    this.publisher =
        new ProcessPublisher(
            reader, directory, tracked, ended, kernel, store, listener, counts, nanoClock, rereads);
  }

  /** Asks for a process to be read: it was sampled, and its code is not known. Any thread. */
  void request(int pid) {
    requests.add(pid);
  }

  /** Asks for all processes to be read again: records of their lives were lost. Any thread. */
  void requestScan() {
    isRescanWanted = true;
  }

  /** Not all processes have been read yet. Any thread. */
  boolean isScanning() {
    return isScanning;
  }

  /** Plans to read all processes that are there; those that are sampled come first. */
  void scan() {
    try {
      unread.addAll(processFiles.pids());
    } catch (IOException ignored) {
      // without a list, processes are read when they are sampled
    }
  }

  /** Does what is due; returns for how long nothing is. */
  long tick() {
    feed.drain();
    handleEvents();
    if (isRescanWanted) {
      isRescanWanted = false;
      requests.addAll(tracked.pids());
      scan();
    }
    answerRequests();
    for (int pid = rereads.poll(); pid != 0; pid = rereads.poll()) {
      readIfChanged(pid);
    }
    readUnread();
    store.takeBuilt();
    publisher.writeChanged();
    long now = nanoClock.getAsLong();
    if (ended.sweep(now, feed.isFollowing()) && !feed.isFollowing()) {
      scan();
    }
    if (now - nextIdleCheckNanos >= 0) {
      nextIdleCheckNanos = now + IDLE_CHECK_NANOS;
      store.removeIdle(now);
      store.reconsider();
    }
    ended.remove(now);
    return unread.isEmpty() ? rereads.pauseNanos(store.isBusy() || !requests.isEmpty()) : 0;
  }

  private void readUnread() {
    for (int i = 0; i < SCANNED_PER_TICK && !unread.isEmpty(); i++) {
      int pid = unread.remove();
      if (!tracked.contains(pid)) {
        publisher.read(pid);
      }
    }
    isScanning = !unread.isEmpty();
  }

  /** Ends first: what has ended meanwhile need not be read any more. */
  private void handleEvents() {
    List<LifecycleEvent> events = new ArrayList<>();
    Set<ProcessKey> over = new HashSet<>();
    for (LifecycleEvent event = feed.poll(); event != null; event = feed.poll()) {
      events.add(event);
      if (event.kind() == Kind.EXIT) {
        over.add(event.key());
      }
    }
    for (LifecycleEvent event : events) {
      if (event.kind() == Kind.EXIT) {
        ended.exited(event.key());
      } else if (over.contains(event.key())) {
        ended.gone(directory.find(event.key().pid(), event.key().startTicks()));
      } else if (event.kind() == Kind.FORK) {
        publisher.fork(event);
      } else {
        execute(event.key().pid());
      }
    }
  }

  private void execute(int pid) {
    TrackedProcess process = tracked.get(pid);
    if (process != null) {
      process.reset();
    }
    publisher.read(pid);
    TrackedProcess begun = tracked.get(pid);
    if (begun != null) {
      rereads.planLook(begun, false);
    }
  }

  private void answerRequests() {
    for (Iterator<Integer> all = requests.iterator(); all.hasNext(); ) {
      int pid = all.next();
      TrackedProcess process = tracked.get(pid);
      if (process == null || process.mayRead(nanoClock.getAsLong())) {
        all.remove();
        readIfAlive(pid);
      }
    }
  }

  private void readIfAlive(int pid) {
    TrackedProcess process = tracked.get(pid);
    if (process == null || !process.hasEnded()) {
      publisher.read(pid);
    }
  }

  private void readIfChanged(int pid) {
    TrackedProcess process = tracked.get(pid);
    if (process != null && !process.hasEnded()) {
      boolean isUnchanged = reader.isUnchanged(process);
      if (!isUnchanged) {
        publisher.read(pid);
      }
      rereads.planLook(process, isUnchanged);
    }
  }
}
