package dev.plumbline.process;

import dev.plumbline.kernel.unwind.CodeMapping;
import dev.plumbline.kernel.unwind.UnwindTables;
import dev.plumbline.unwind.FileTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The mapped files of all processes and their tables in the kernel. A table stays as long as a
 * process uses it and a little longer, and within the memory for tables: when that is used up, the
 * files with fewest samples lose theirs. Confined to the thread that follows processes.
 */
final class FileStore {
  /** Time that a table outlives its last process: programs are often started again. */
  private static final long IDLE_NANOS = 10_000_000_000L;

  private static final class Entry {
    private final ExecutableFile file;
    private int users;
    private long idleSinceNanos;
    private int number = CodeMapping.PENDING;
    private @Nullable FileTable table;

    Entry(ExecutableFile file) {
      this.file = file;
    }
  }

  private final ExecutableFiles files;
  private final TableBuilder builder;
  private final UnwindTables tables;
  private final long maxTableBytes;
  private final TrackingCounts counts;
  private final Map<FileIdentity, Entry> byIdentity = new HashMap<>();
  private final Map<ExecutableFile, Entry> byFile = new HashMap<>();
  private final Set<ExecutableFile> changed = new HashSet<>();
  private final List<Integer> unloaded = new ArrayList<>();
  private final Map<Entry, FileTable> postponed = new LinkedHashMap<>();
  private @Nullable Entry vdso;

  FileStore(
      ExecutableFiles files,
      TableBuilder builder,
      UnwindTables tables,
      long maxTableBytes,
      TrackingCounts counts) {
    this.files = files;
    this.builder = builder;
    this.tables = tables;
    this.maxTableBytes = maxTableBytes;
    this.counts = counts;
  }

  /** Number of files known. */
  int size() {
    return byFile.size();
  }

  /** The region of a mapping, with its table if that is loaded. */
  CodeRegion region(int pid, MemoryMap map) {
    if (map.path().equals(ExecutableFiles.VDSO)) {
      return vdsoRegion(map);
    }
    if (!map.hasFile()) {
      int mark =
          switch (map.path()) {
            case "[uprobes]" -> CodeMapping.RETURN_PROBE;
            case "[vsyscall]" -> CodeMapping.GUESS;
            default -> CodeMapping.FRAME_POINTER; // code that the process made
          };
      return new CodeRegion(
          map.start(), map.end(), map.fileOffset(), map.path(), null, map.start(), mark, null);
    }
    return fileRegion(map, entry(pid, map));
  }

  private static CodeRegion fileRegion(MemoryMap map, Entry entry) {
    long bias = entry.file.bias(map.start(), map.fileOffset());
    return new CodeRegion(
        map.start(),
        map.end(),
        map.fileOffset(),
        map.path(),
        entry.file,
        bias,
        entry.number,
        entry.table);
  }

  private CodeRegion vdsoRegion(MemoryMap map) {
    if (vdso == null) {
      ExecutableFile file = ExecutableFiles.vdso();
      if (file == null) {
        return new CodeRegion(
            map.start(), map.end(), 0, map.path(), null, map.start(), CodeMapping.GUESS, null);
      }
      vdso = new Entry(file);
      vdso.users = 1; // for ever
      byFile.put(file, vdso);
      prepare(vdso);
    }
    return fileRegion(map, vdso);
  }

  private Entry entry(int pid, MemoryMap map) {
    Entry entry = byIdentity.get(map.identity());
    if (entry != null && (entry.users > 0 || files.isSame(entry.file, pid, map))) {
      return entry;
    }
    if (entry != null) {
      forget(entry); // the inode was given to another file
    }
    Entry opened = new Entry(files.open(pid, map));
    byIdentity.put(map.identity(), opened);
    byFile.put(opened.file, opened);
    opened.idleSinceNanos = System.nanoTime();
    if (opened.file.elf() == null) {
      counts.increment(TrackingCount.FILES_REFUSED);
      opened.number = isGeneratedCode(map.path()) ? CodeMapping.FRAME_POINTER : CodeMapping.GUESS;
    } else {
      prepare(opened);
    }
    return opened;
  }

  /** Memory that is shared under a name is a file to the kernel; runtimes put their code there. */
  private static boolean isGeneratedCode(String path) {
    return path.startsWith("/memfd:") || path.startsWith("/dev/") || path.startsWith("/SYSV");
  }

  private void prepare(Entry entry) {
    FileTable cached = builder.cached(entry.file);
    if (cached != null) {
      counts.increment(TrackingCount.TABLES_CACHED);
      load(entry, cached);
    } else {
      builder.submit(entry.file);
    }
  }

  /** A process uses the file. */
  void acquire(ExecutableFile file) {
    Entry entry = byFile.get(file);
    if (entry != null) {
      entry.users++;
    }
  }

  /** A process does not use the file any more. */
  void release(ExecutableFile file, long nowNanos) {
    Entry entry = byFile.get(file);
    if (entry != null && --entry.users == 0) {
      entry.idleSinceNanos = nowNanos;
    }
  }

  /** Loads tables that were built; {@link #takeChanged} then names their files. */
  void takeBuilt() {
    for (TableBuilder.Result built = builder.poll(); built != null; built = builder.poll()) {
      Entry entry = byFile.get(built.file());
      if (entry == null) {
        continue; // forgotten meanwhile
      }
      if (built.table() != null) {
        load(entry, built.table());
      } else {
        if (built.outcome() == TableBuilder.Outcome.TOO_LARGE) {
          counts.increment(TrackingCount.TABLES_SHED);
        } else if (built.outcome() == TableBuilder.Outcome.MALFORMED) {
          counts.increment(TrackingCount.TABLES_MALFORMED);
        }
        set(entry, CodeMapping.GUESS, null);
      }
    }
  }

  private void load(Entry entry, FileTable table) {
    long bytes = table.table().bytes();
    if (tables.bytes() + bytes > maxTableBytes) {
      if (unloadLess(bytes, entry)) {
        postponed.put(entry, table); // until no process names the unloaded tables any more
        return;
      }
      shed(entry);
      return;
    }
    try {
      int number = tables.add(table.table());
      counts.increment(TrackingCount.TABLES_LOADED);
      set(entry, number, table);
    } catch (IOException e) { // all numbers in use, or no kernel memory
      shed(entry);
    }
  }

  private void shed(Entry entry) {
    counts.increment(TrackingCount.TABLES_SHED);
    set(entry, CodeMapping.GUESS, null);
  }

  private void set(Entry entry, int number, @Nullable FileTable table) {
    entry.number = number;
    entry.table = table;
    changed.add(entry.file);
  }

  /** Unloads tables of files with fewer samples for one of that size; false when it cannot be. */
  private boolean unloadLess(long bytes, Entry wanted) {
    List<Entry> victims = new ArrayList<>();
    long free = maxTableBytes - tables.bytes();
    List<Entry> loaded = new ArrayList<>(byFile.values());
    loaded.removeIf(entry -> entry.table == null || importance(entry) >= importance(wanted));
    loaded.sort(Comparator.comparingLong(FileStore::importance));
    for (Entry entry : loaded) {
      if (free < bytes && entry.table != null) {
        victims.add(entry);
        free += entry.table.table().bytes();
      }
    }
    if (free < bytes) {
      return false;
    }
    counts.add(TrackingCount.TABLES_SHED, victims.size());
    victims.forEach(entry -> unload(entry, CodeMapping.GUESS));
    return true;
  }

  private static long importance(Entry entry) {
    return entry.users == 0 ? -1 : entry.file.weight();
  }

  private void unload(Entry entry, int mark) {
    if (entry.table != null) {
      unloaded.add(entry.number);
      set(entry, mark, null);
    }
  }

  /**
   * Removes tables that no process names any more, and loads what had to wait for their memory.
   * Their numbers are given out again, so this comes after the processes were written.
   */
  void removeUnloaded() {
    for (int number : unloaded) {
      try {
        tables.remove(number);
      } catch (IOException ignored) {
        // it was not there: nothing is left to remove
      }
    }
    unloaded.clear();
    Map<Entry, FileTable> waiting = new LinkedHashMap<>(postponed);
    postponed.clear();
    waiting.forEach(this::load);
  }

  /** The files whose tables have changed since the last call. */
  Set<ExecutableFile> takeChanged() {
    Set<ExecutableFile> taken = new HashSet<>(changed);
    changed.clear();
    return taken;
  }

  /** The current table of a region's file. */
  CodeRegion refresh(CodeRegion region) {
    Entry entry = region.file() == null ? null : byFile.get(region.file());
    return entry == null ? region : region.with(entry.number, entry.table);
  }

  /** Forgets files that no process has used for a while. */
  void removeIdle(long nowNanos) {
    for (Iterator<Entry> all = byFile.values().iterator(); all.hasNext(); ) {
      Entry entry = all.next();
      if (entry.users <= 0 && nowNanos - entry.idleSinceNanos > IDLE_NANOS) {
        all.remove();
        byIdentity.remove(entry.file.identity(), entry);
        dispose(entry);
      }
    }
  }

  private void forget(Entry entry) {
    byFile.remove(entry.file);
    byIdentity.remove(entry.file.identity(), entry);
    dispose(entry);
  }

  private void dispose(Entry entry) {
    if (entry.table != null) {
      counts.increment(TrackingCount.TABLES_UNUSED);
      unload(entry, CodeMapping.GUESS);
    }
    changed.remove(entry.file);
  }
}
