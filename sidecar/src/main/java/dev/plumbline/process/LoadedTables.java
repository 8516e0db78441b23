package dev.plumbline.process;

import dev.plumbline.kernel.unwind.CodeMapping;
import dev.plumbline.kernel.unwind.UnwindTables;
import dev.plumbline.unwind.FileTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The tables that the kernel holds, within the memory for tables: when that is used up, the files
 * with fewest samples lose theirs. Confined to the thread that follows processes.
 */
final class LoadedTables {
  private final UnwindTables kernel;
  private final long maxBytes;
  private final TrackingCounts counts;
  private final Set<ExecutableFile> changed = new HashSet<>();
  private final List<Integer> unloaded = new ArrayList<>();
  private final Map<StoredFile, FileTable> postponed = new LinkedHashMap<>();

  LoadedTables(UnwindTables kernel, long maxBytes, TrackingCounts counts) {
    this.kernel = kernel;
    this.maxBytes = maxBytes;
    this.counts = counts;
  }

  /** Loads a table, or gives the file up; {@code all} are those that may have to make room. */
  void load(StoredFile file, FileTable table, Collection<StoredFile> all) {
    long bytes = table.table().bytes();
    if (kernel.bytes() + bytes > maxBytes) {
      if (unloadLess(bytes, file, all)) {
        postponed.put(file, table); // until no process names the unloaded tables any more
      } else {
        shed(file);
      }
      return;
    }
    try {
      int number = kernel.add(table.table());
      counts.increment(TrackingCount.TABLES_LOADED);
      set(file, number, table);
    } catch (IOException e) { // all numbers in use, or no kernel memory
      shed(file);
    }
  }

  private void shed(StoredFile file) {
    counts.increment(TrackingCount.TABLES_SHED);
    guess(file);
  }

  /** The frames of the file are guessed from now on. */
  void guess(StoredFile file) {
    set(file, CodeMapping.GUESS, null);
  }

  private void set(StoredFile file, int number, @Nullable FileTable table) {
    file.set(number, table);
    changed.add(file.file());
  }

  /** Unloads tables of files with fewer samples for one of that size; false when it cannot be. */
  private boolean unloadLess(long bytes, StoredFile wanted, Collection<StoredFile> all) {
    List<StoredFile> victims = new ArrayList<>();
    long free = maxBytes - kernel.bytes();
    List<StoredFile> loaded = new ArrayList<>(all);
    loaded.removeIf(file -> file.table() == null || file.importance() >= wanted.importance());
    loaded.sort(Comparator.comparingLong(StoredFile::importance));
    for (StoredFile file : loaded) {
      FileTable table = file.table();
      if (free < bytes && table != null) {
        victims.add(file);
        free += table.table().bytes();
      }
    }
    if (free < bytes) {
      return false;
    }
    counts.add(TrackingCount.TABLES_SHED, victims.size());
    victims.forEach(this::unload);
    return true;
  }

  private void unload(StoredFile file) {
    if (file.table() != null) {
      unloaded.add(file.number());
      guess(file);
    }
  }

  /** The files whose tables have changed since the last call. */
  Set<ExecutableFile> takeChanged() {
    Set<ExecutableFile> taken = new HashSet<>(changed);
    changed.clear();
    return taken;
  }

  /**
   * Removes tables that no process names any more, and loads what had to wait for their memory.
   * Their numbers are given out again, so this comes after the processes were written.
   */
  void removeUnloaded(Collection<StoredFile> all) {
    for (int number : unloaded) {
      try {
        kernel.remove(number);
      } catch (IOException ignored) {
        // it was not there: nothing is left to remove
      }
    }
    unloaded.clear();
    Map<StoredFile, FileTable> waiting = new LinkedHashMap<>(postponed);
    postponed.clear();
    waiting.forEach((file, table) -> load(file, table, all));
  }

  /** The file is forgotten, with its table. */
  void dispose(StoredFile file) {
    if (file.table() != null) {
      counts.increment(TrackingCount.TABLES_UNUSED);
      unload(file);
    }
    postponed.remove(file);
    changed.remove(file.file());
  }
}
