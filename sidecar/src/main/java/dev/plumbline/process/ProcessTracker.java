package dev.plumbline.process;

import dev.plumbline.kernel.unwind.CodeMapping;
import dev.plumbline.kernel.unwind.LifecycleRecord.Kind;
import dev.plumbline.kernel.unwind.ProcessTable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what the kernel and the directory know of processes up to date. Confined to the thread
 * {@code plumbline-processes}, but for {@link #request}.
 *
 * <p>A program that has just begun maps its libraries within milliseconds, so it is read again a
 * few times; later a sample outside of all known mappings asks for it.
 */
final class ProcessTracker {
  /** When a process is read again after it began to execute a program. */
  private static final long[] REREAD_NANOS = {
    2_000_000, 8_000_000, 30_000_000, 120_000_000, 500_000_000
  };

  /** When a JVM that was not ready is asked again. */
  private static final long[] JVM_REREAD_NANOS = {1_000_000_000};

  /** Time for the last samples of a process to be taken. */
  private static final long GRACE_NANOS = 1_500_000_000;

  /** Processes of the first scan that are read before the others get their turn again. */
  private static final int SCANNED_PER_TICK = 8;

  /** Time after which a change of a parent has surely reached its later children. */
  private static final long RECENT_NANOS = 1_000_000_000;

  /** How often ends are looked for that no record told of, with records and without. */
  private static final long SWEEP_NANOS = 30_000_000_000L;

  private static final long SWEEP_UNTOLD_NANOS = 1_000_000_000;
  private static final long IDLE_CHECK_NANOS = 5_000_000_000L;

  private final ProcessReader reader;
  private final ProcessFiles processFiles;
  private final ProcessDirectory directory;
  private final ProcessTable kernel;
  private final FileStore store;
  private final LifecycleFeed feed;
  private final ProcessListener listener;
  private final TrackingCounts counts;
  private final LongSupplier nanoClock;
  private final Map<Integer, TrackedProcess> tracked = new HashMap<>();
  private final Map<ExecutableFile, Set<TrackedProcess>> users = new HashMap<>();
  private final Rereads rereads = new Rereads();
  private final Set<Integer> requests = ConcurrentHashMap.newKeySet();
  private final Queue<Integer> unread = new ArrayDeque<>();
  private long nextSweepNanos;
  private long nextIdleCheckNanos;
  private volatile boolean isRescanWanted;

  ProcessTracker(
      ProcessReader reader,
      ProcessFiles processFiles,
      ProcessDirectory directory,
      ProcessTable kernel,
      FileStore store,
      LifecycleFeed feed,
      ProcessListener listener,
      TrackingCounts counts,
      LongSupplier nanoClock) {
    this.reader = reader;
    this.processFiles = processFiles;
    this.directory = directory;
    this.kernel = kernel;
    this.store = store;
    this.feed = feed;
    this.listener = listener;
    this.counts = counts;
    this.nanoClock = nanoClock;
  }

  /** Asks for a process to be read: it was sampled, and its code is not known. Any thread. */
  void request(int pid) {
    requests.add(pid);
  }

  /** Asks for all processes to be read again: records of their lives were lost. Any thread. */
  void requestScan() {
    isRescanWanted = true;
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
      tracked.keySet().forEach(requests::add);
      scan();
    }
    answerRequests();
    for (int pid = rereads.poll(nanoClock.getAsLong()); pid != 0; ) {
      readIfAlive(pid);
      pid = rereads.poll(nanoClock.getAsLong());
    }
    for (int i = 0; i < SCANNED_PER_TICK && !unread.isEmpty(); i++) {
      int pid = unread.remove();
      if (!tracked.containsKey(pid)) {
        read(pid);
      }
    }
    store.takeBuilt();
    writeChanged();
    long now = nanoClock.getAsLong();
    if (now - nextSweepNanos >= 0) {
      nextSweepNanos = now + (feed.isFollowing() ? SWEEP_NANOS : SWEEP_UNTOLD_NANOS);
      sweep(now);
    }
    if (now - nextIdleCheckNanos >= 0) {
      nextIdleCheckNanos = now + IDLE_CHECK_NANOS;
      store.removeIdle(now);
    }
    removeEnded(now);
    return unread.isEmpty() ? rereads.pauseNanos(now) : 0;
  }

  /** Ends first: what has ended meanwhile need not be read any more. */
  private void handleEvents() {
    List<LifecycleEvent> events = new ArrayList<>();
    Set<ProcessKey> ended = new HashSet<>();
    for (LifecycleEvent event = feed.poll(); event != null; event = feed.poll()) {
      events.add(event);
      if (event.kind() == Kind.EXIT) {
        ended.add(event.key());
      }
    }
    for (LifecycleEvent event : events) {
      if (event.kind() == Kind.EXIT) {
        exit(event);
      } else if (ended.contains(event.key())) {
        gone(event.key().pid(), directory.find(event.key().pid(), event.key().startTicks()));
      } else if (event.kind() == Kind.FORK) {
        fork(event);
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
    read(pid);
    rereads.add(pid, REREAD_NANOS, nanoClock.getAsLong());
  }

  private void exit(LifecycleEvent event) {
    int pid = event.key().pid();
    gone(pid, directory.find(pid, event.key().startTicks()));
    ProcessImage now = directory.find(pid, 0);
    if (now != null && now.key().equals(event.key())) { // else the id is another process's already
      removeFromKernel(pid);
    }
  }

  private void removeFromKernel(int pid) {
    try {
      kernel.remove(pid);
    } catch (IOException ignored) {
      // it was not there
    }
  }

  private void readIfAlive(int pid) {
    TrackedProcess process = tracked.get(pid);
    if (process == null || process.removeAtNanos() == 0) {
      read(pid);
    }
  }

  /** The process of an image, from now on at the latest; null for no image. */
  private @Nullable TrackedProcess track(int pid, @Nullable ProcessImage image) {
    TrackedProcess process = tracked.get(pid);
    if (image == null || (process != null && process.image().key().equals(image.key()))) {
      return image == null ? null : process;
    }
    forget(pid);
    TrackedProcess fresh = new TrackedProcess(image);
    tracked.put(pid, fresh);
    return fresh;
  }

  private void fork(LifecycleEvent event) {
    int pid = event.key().pid();
    TrackedProcess parent = tracked.get(event.parentPid());
    ProcessImage image = directory.find(pid, event.key().startTicks());
    if (image == null) {
      return; // it has ended already
    }
    boolean isCopy = parent != null && image.isResolved() && image.hasCodeOf(parent.image());
    if (parent == null || !isCopy || !event.isCopied()) {
      read(pid);
      return;
    }
    forget(pid);
    TrackedProcess child = parent.forked(image);
    tracked.put(pid, child);
    use(child, parent.files());
    refresh(child);
    if (parent.isWrittenAfter(nanoClock.getAsLong() - RECENT_NANOS)) {
      write(child); // the kernel may have copied the parent's mappings before that
    }
    announce(child);
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

  /** Reads a process and makes known what is new of it. */
  private void read(int pid) {
    TrackedProcess process = tracked.get(pid);
    ProcessImage before = directory.find(pid, 0);
    ProcessReader.Reading reading = reader.read(pid, before, process);
    if (reading == null) {
      gone(pid, before);
      return;
    }
    counts.increment(TrackingCount.PROCESSES_READ);
    if (!directory.replace(reading.base(), reading.image())) {
      return; // it runs another program already; that event comes next
    }
    boolean isNew = false;
    if (process == null || !process.image().key().equals(reading.image().key())) {
      isNew = true;
      forget(pid);
      process = new TrackedProcess(reading.image());
      tracked.put(pid, process);
    }
    boolean isUnchanged = process.hasMaps(reading.maps()) && !isNew && reading.layout() == null;
    process.setImage(reading.image());
    process.setMaps(reading.maps(), nanoClock.getAsLong());
    if (!isUnchanged) {
      use(process, reading.files());
      if (reading.layout() != null) {
        putJvm(process, reading);
      }
      write(process);
    }
    if (ProcessReader.libjvm(process.image()) != null && process.mayAskJvmAgain()) {
      rereads.add(pid, JVM_REREAD_NANOS, nanoClock.getAsLong());
    }
    announce(process);
  }

  private void putJvm(TrackedProcess process, ProcessReader.Reading reading) {
    try {
      kernel.putJvm(process.image().key().pid(), reading.layoutOrThrow());
      process.setJvmKnown();
    } catch (IOException e) {
      counts.increment(TrackingCount.PROCESSES_REFUSED);
    }
  }

  private void announce(TrackedProcess process) {
    if (!process.isAnnounced() && process.image().isResolved()) {
      process.setAnnounced();
      listener.found(process.image());
    }
  }

  private void gone(int pid, @Nullable ProcessImage image) {
    counts.increment(TrackingCount.PROCESSES_GONE);
    TrackedProcess process = track(pid, image);
    if (image == null || process == null) {
      return;
    }
    if (!image.isResolved()) {
      ProgramName name = new ProgramName(image.name(), null);
      ProcessImage closed = image.resolved(image.key(), nanoClock.getAsLong(), name, List.of());
      if (directory.replace(image, closed)) {
        process.setImage(closed);
      }
    }
    if (process.removeAtNanos() == 0) {
      process.setRemoveAt(nanoClock.getAsLong() + GRACE_NANOS);
    }
  }

  private void use(TrackedProcess process, Set<ExecutableFile> files) {
    for (ExecutableFile file : files) {
      if (!process.files().contains(file)) {
        store.acquire(file);
        users.computeIfAbsent(file, f -> new HashSet<>()).add(process);
      }
    }
    Set<ExecutableFile> old = process.files();
    process.setFiles(files);
    for (ExecutableFile file : old) {
      if (!files.contains(file)) {
        release(process, file);
      }
    }
  }

  private void release(TrackedProcess process, ExecutableFile file) {
    store.release(file, nanoClock.getAsLong());
    Set<TrackedProcess> left = users.get(file);
    if (left != null && left.remove(process) && left.isEmpty()) {
      users.remove(file);
    }
  }

  /** Tells the kernel where the code of a process lies. */
  private void write(TrackedProcess process) {
    ProcessKey key = process.image().key();
    List<CodeMapping> mappings = new ArrayList<>();
    process.image().regions().forEach(region -> mappings.add(region.mapping()));
    process.setWritten(nanoClock.getAsLong());
    try {
      int leftOut = kernel.put(key.pid(), key.startTicks(), mappings);
      counts.add(TrackingCount.MAPPINGS_LEFT_OUT, leftOut);
    } catch (IOException e) {
      counts.increment(TrackingCount.PROCESSES_REFUSED);
    }
  }

  /** Writes the processes whose files have got, or lost, their tables. */
  private void writeChanged() {
    Set<ExecutableFile> changed = store.takeChanged();
    Set<TrackedProcess> affected = new HashSet<>();
    changed.forEach(file -> affected.addAll(users.getOrDefault(file, Set.of())));
    affected.forEach(this::refresh);
    store.removeUnloaded();
  }

  /** Gives a process the tables that its files have now. */
  private void refresh(TrackedProcess process) {
    ProcessImage image = process.image();
    List<CodeRegion> regions = new ArrayList<>();
    boolean isChanged = false;
    for (CodeRegion region : image.regions()) {
      CodeRegion refreshed = store.refresh(region);
      isChanged |= refreshed.tableNumber() != region.tableNumber();
      regions.add(refreshed);
    }
    if (isChanged) {
      ProcessImage newer = image.withRegions(regions);
      process.setImage(newer);
      if (directory.replace(image, newer)) {
        write(process);
      }
    }
  }

  private void removeEnded(long now) {
    List<ProcessKey> ended = new ArrayList<>();
    for (TrackedProcess process : tracked.values()) {
      if (process.removeAtNanos() != 0 && now - process.removeAtNanos() >= 0) {
        ended.add(process.image().key());
      }
    }
    for (ProcessKey key : ended) {
      forget(key.pid());
      directory.remove(key);
      if (directory.find(key.pid(), 0) == null) {
        removeFromKernel(key.pid());
      }
    }
  }

  /** Releases what a process used. */
  private void forget(int pid) {
    TrackedProcess process = tracked.remove(pid);
    if (process != null) {
      process.files().forEach(file -> release(process, file));
      listener.ended(process.image().key());
    }
  }

  /** Finds ends that no record told of, and files that nobody uses. */
  private void sweep(long now) {
    for (Map.Entry<Integer, TrackedProcess> entry : tracked.entrySet()) {
      TrackedProcess process = entry.getValue();
      if (process.removeAtNanos() == 0) {
        ProcessFiles.Stat stat = processFiles.stat(entry.getKey());
        long start = process.image().key().startTicks();
        if (stat == null || (start != 0 && stat.startTicks() != start)) {
          process.setRemoveAt(now + GRACE_NANOS);
        }
      }
    }
    if (!feed.isFollowing()) {
      scan();
    }
  }
}
