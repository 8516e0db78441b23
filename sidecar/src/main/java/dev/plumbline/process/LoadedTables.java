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
  /** Tables that are built again at a time: no more than a moment's work. */
  private static final int MAX_PROMOTED = 8;

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
        shed(file, bytes);
      }
      return;
    }
    try {
      int number = kernel.add(table.table());
      counts.increment(TrackingCount.TABLES_LOADED);
      set(file, number, table);
    } catch (IOException e) { // all numbers in use, or no kernel memory
      shed(file, bytes);
    }
  }

  private void shed(StoredFile file, long bytes) {
    counts.increment(TrackingCount.TABLES_SHED);
    guess(file);
    file.setMissing(bytes);
  }

  /**
   * Files without a table that would find room for it now, or that are sampled so much more than
   * others that those have to give way: twice as much, else two files would take turns.
   */
  List<StoredFile> promoted(Collection<StoredFile> all) {
    List<StoredFile> missing = new ArrayList<>();
    for (StoredFile file : all) {
      if (file.missingBytes() > 0
          && file.isUsed()
          && room(file.importance() / 2, all) >= file.missingBytes()) {
        missing.add(file);
      }
    }
    missing.sort(Comparator.comparingLong(StoredFile::importance).reversed());
    return missing.subList(0, Math.min(MAX_PROMOTED, missing.size()));
  }

  /** Bytes that are free, or taken by files below that importance. */
  private long room(long importance, Collection<StoredFile> all) {
    long room = maxBytes - kernel.bytes();
    for (StoredFile file : all) {
      FileTable table = file.table();
      if (table != null && file.importance() < importance) {
        room += table.table().bytes();
      }
    }
    return room;
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
    FileTable table = file.table();
    if (table != null) {
      unloaded.add(file.number());
      guess(file);
      file.setMissing(table.table().bytes());
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
