package dev.plumbline.process;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The processes that are followed, and which of them use a file. Confined to the thread that
 * follows processes.
 */
final class TrackedProcesses {
  private final FileStore store;
  private final ProcessListener listener;
  private final LongSupplier nanoClock;
  private final Map<Integer, TrackedProcess> byPid = new HashMap<>();
  private final Map<ExecutableFile, Set<TrackedProcess>> users = new HashMap<>();

  TrackedProcesses(FileStore store, ProcessListener listener, LongSupplier nanoClock) {
    this.store = store;
    this.listener = listener;
    this.nanoClock = nanoClock;
  }

  @Nullable TrackedProcess get(int pid) {
    return byPid.get(pid);
  }

  boolean contains(int pid) {
    return byPid.containsKey(pid);
  }

  Set<Integer> pids() {
    return byPid.keySet();
  }

  Collection<TrackedProcess> all() {
    return byPid.values();
  }

  /** The process of an image, from now on at the latest. */
  TrackedProcess of(ProcessImage image) {
    int pid = image.key().pid();
    TrackedProcess known = byPid.get(pid);
    return known != null && known.image().key().equals(image.key())
        ? known
        : put(new TrackedProcess(image));
  }

  /** Follows a process in place of any other with its id. */
  TrackedProcess put(TrackedProcess process) {
    int pid = process.image().key().pid();
    forget(pid);
    byPid.put(pid, process);
    return process;
  }

  /** Notes which files a process uses now. */
  void use(TrackedProcess process, Set<ExecutableFile> files) {
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

  /** The processes that use one of these files. */
  Set<TrackedProcess> usersOf(Set<ExecutableFile> files) {
    Set<TrackedProcess> found = new HashSet<>();
    files.forEach(file -> found.addAll(users.getOrDefault(file, Set.of())));
    return found;
  }

  /** Forgets a process, unless its id is another one's by now. */
  @SuppressWarnings("ReferenceEquality") // a process is this object
  void forget(TrackedProcess process) {
    int pid = process.image().key().pid();
    if (byPid.get(pid) == process) {
      forget(pid);
    }
  }

  /** Releases what a process used. */
  private void forget(int pid) {
    TrackedProcess process = byPid.remove(pid);
    if (process != null) {
      process.files().forEach(file -> release(process, file));
      listener.ended(process.image().key());
    }
  }
}
