package dev.plumbline.process;

import dev.plumbline.kernel.unwind.CodeMapping;
import dev.plumbline.unwind.FileTable;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The mapped files of all processes. A file stays, with its table, as long as a process uses it and
 * a little longer. Confined to the thread that follows processes.
 */
final class FileStore {
  /** Time that a table outlives its last process: programs are often started again. */
  private static final long IDLE_NANOS = 10_000_000_000L;

  private final ExecutableFiles files;
  private final TableBuilder builder;
  private final LoadedTables tables;
  private final TrackingCounts counts;
  private final LongSupplier nanoClock;
  private final Map<FileIdentity, StoredFile> byIdentity = new HashMap<>();
  private final Map<ExecutableFile, StoredFile> byFile = new HashMap<>();
  private @Nullable StoredFile vdso;

  FileStore(
      ExecutableFiles files,
      TableBuilder builder,
      LoadedTables tables,
      TrackingCounts counts,
      LongSupplier nanoClock) {
    this.files = files;
    this.builder = builder;
    this.tables = tables;
    this.counts = counts;
    this.nanoClock = nanoClock;
  }

  /** The region of a mapping, with its table if that is loaded. */
  CodeRegion region(int pid, MemoryMap map) {
    if (map.path().equals(ExecutableFiles.VDSO)) {
      return vdsoRegion(map);
    }
    if (map.hasFile()) {
      return find(pid, map).region(map);
    }
    int mark =
        switch (map.path()) {
          case "[uprobes]" -> CodeMapping.RETURN_PROBE;
          case "[vsyscall]" -> CodeMapping.GUESS;
          default -> CodeMapping.FRAME_POINTER; // code that the process made
        };
    return new CodeRegion(
        map.start(), map.end(), map.fileOffset(), map.path(), null, map.start(), mark, null);
  }

  private CodeRegion vdsoRegion(MemoryMap map) {
    if (vdso == null) {
      ExecutableFile file = ExecutableFiles.vdso();
      if (file == null) {
        return new CodeRegion(
            map.start(), map.end(), 0, map.path(), null, map.start(), CodeMapping.GUESS, null);
      }
      vdso = new StoredFile(file, nanoClock.getAsLong());
      vdso.acquire(); // for ever
      byFile.put(file, vdso);
      prepare(vdso);
    }
    return vdso.region(map);
  }

  private StoredFile find(int pid, MemoryMap map) {
    StoredFile known = byIdentity.get(map.identity());
    if (known == null) {
      return store(map, files.open(pid, map));
    }
    if (known.isUsed() || files.isSame(known.file(), pid, map)) {
      return known;
    }
    forget(known); // the inode was given to another file
    return store(map, files.open(pid, map));
  }

  private StoredFile store(MemoryMap map, ExecutableFile opened) {
    StoredFile stored = new StoredFile(opened, nanoClock.getAsLong());
    byFile.put(opened, stored);
    if (!opened.isUnread()) { // else the next process may have better luck
      byIdentity.put(map.identity(), stored);
    }
    if (opened.elf() == null) {
      counts.increment(TrackingCount.FILES_REFUSED);
      stored.set(isGeneratedCode(map) ? CodeMapping.FRAME_POINTER : CodeMapping.GUESS, null);
    } else {
      prepare(stored);
    }
    return stored;
  }

  /** Memory that is shared under a name is a file to the kernel; runtimes put their code there. */
  private static boolean isGeneratedCode(MemoryMap map) {
    String path = map.path();
    return path.startsWith("/memfd:") || path.startsWith("/dev/") || path.startsWith("/SYSV");
  }

  private void prepare(StoredFile stored) {
    FileTable cached = builder.cached(stored.file());
    if (cached != null) {
      counts.increment(TrackingCount.TABLES_CACHED);
      tables.load(stored, cached, byFile.values());
    } else {
      builder.submit(stored.file());
    }
  }

  /** A process uses the file. */
  void acquire(ExecutableFile file) {
    StoredFile stored = byFile.get(file);
    if (stored != null) {
      stored.acquire();
    }
  }

  /** A process does not use the file any more. */
  void release(ExecutableFile file, long nowNanos) {
    StoredFile stored = byFile.get(file);
    if (stored != null) {
      stored.release(nowNanos);
    }
  }

  /** Tables are being built. */
  boolean isBusy() {
    return builder.isBusy();
  }

  /** Loads tables that were built; {@link #takeChanged} then names their files. */
  void takeBuilt() {
    for (TableBuilder.Result built = builder.poll(); built != null; built = builder.poll()) {
      StoredFile stored = byFile.get(built.file());
      if (stored == null) {
        continue; // forgotten meanwhile
      }
      if (built.table() != null) {
        tables.load(stored, built.table(), byFile.values());
      } else {
        if (built.outcome() == TableBuilder.Outcome.TOO_LARGE) {
          counts.increment(TrackingCount.TABLES_SHED);
        } else if (built.outcome() == TableBuilder.Outcome.MALFORMED) {
          counts.increment(TrackingCount.TABLES_MALFORMED);
        }
        tables.guess(stored);
      }
    }
  }

  /** The files whose tables have changed since the last call. */
  Set<ExecutableFile> takeChanged() {
    return tables.takeChanged();
  }

  /** Frees what no process names any more; after the processes were written. */
  void removeUnloaded() {
    tables.removeUnloaded(byFile.values());
  }

  /** The current table of a region's file. */
  CodeRegion refresh(CodeRegion region) {
    StoredFile stored = region.file() == null ? null : byFile.get(region.file());
    return stored == null ? region : region.with(stored.number(), stored.table());
  }

  /** Gives the room for tables to the files that are sampled most now; from time to time. */
  void reconsider() {
    byFile.values().forEach(StoredFile::age);
    for (StoredFile promoted : tables.promoted(byFile.values())) {
      promoted.setMissing(0); // it is on its way
      prepare(promoted);
    }
  }

  /** Forgets files that no process has used for a while. */
  void removeIdle(long nowNanos) {
    for (Iterator<StoredFile> all = byFile.values().iterator(); all.hasNext(); ) {
      StoredFile stored = all.next();
      if (stored.isIdleFor(IDLE_NANOS, nowNanos)) {
        all.remove();
        byIdentity.remove(stored.file().identity(), stored);
        tables.dispose(stored);
      }
    }
  }

  private void forget(StoredFile stored) {
    byFile.remove(stored.file());
    byIdentity.remove(stored.file().identity(), stored);
    tables.dispose(stored);
  }
}
