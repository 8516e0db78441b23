package dev.plumbline.merge;

import dev.plumbline.scan.Selection;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The last few merged profiles, bounded in bytes. The first who asks merges, on its own thread;
 * whoever asks for the same meanwhile waits for that. What a merge throws, all of them get, and it
 * is not remembered. Thread-safe.
 */
final class MergeCache {
  /** A part of the heap, whatever it is: 32 MiB of the default's 256. */
  static final long MAX_BYTES = Runtime.getRuntime().maxMemory() / 8;

  /** Of the same services, type and conditions: both sides of a comparison. */
  private static final int MAX_ALIKE = 2;

  /**
   * What a merge was made of. Ranges that move with the clock are the same while they hold the same
   * windows.
   */
  record Key(Selection selection, @Nullable String groupBy, long fingerprint) {
    Key {
      selection =
          new Selection(0, 0, selection.services(), selection.typeId(), selection.conditions());
    }

    private boolean isOfSameKind(Key other) {
      return selection.equals(other.selection) && Objects.equals(groupBy, other.groupBy);
    }

    private boolean isOfSameSamples(Key other) {
      return fingerprint == other.fingerprint && selection.equals(other.selection);
    }
  }

  /** One merge, done or under way; its bytes are guarded by the lock. */
  private static final class Entry {
    private final FutureTask<MergedProfile> task;
    private long bytes;

    Entry(FutureTask<MergedProfile> task) {
      this.task = task;
    }
  }

  private final Object lock = new Object();
  private final Map<Key, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * @param merge of a grouping: the key's
   */
  MergedProfile get(Key key, Function<@Nullable String, MergedProfile> merge) {
    Entry own = new Entry(new FutureTask<>(() -> merge.apply(key.groupBy)));
    Entry known;
    synchronized (lock) {
      known = entries.putIfAbsent(key, own);
    }
    return known == null ? run(key, own) : result(known);
  }

  /** Also what was merged of the same samples with another grouping. */
  MergedProfile getOfAnyGroup(Key key, Function<@Nullable String, MergedProfile> merge) {
    return get(similar(key), merge);
  }

  private Key similar(Key key) {
    synchronized (lock) {
      if (!entries.containsKey(key)) {
        for (Key other : entries.keySet()) {
          if (other.isOfSameSamples(key)) {
            return other;
          }
        }
      }
    }
    return key;
  }

  private MergedProfile run(Key key, Entry own) {
    own.task.run();
    MergedProfile merged = null;
    try {
      merged = result(own);
      return merged;
    } finally {
      synchronized (lock) {
        if (merged == null) {
          entries.remove(key, own);
        } else {
          own.bytes = merged.tree().heapBytes();
          evictOlder(key);
          evict(own);
        }
      }
    }
  }

  /** A merge is not given up halfway: it takes a second at most, and others may wait for it. */
  private static MergedProfile result(Entry entry) {
    boolean isInterrupted = false;
    try {
      while (true) {
        try {
          return entry.task.get();
        } catch (InterruptedException e) {
          isInterrupted = true;
        }
      }
    } catch (ExecutionException e) {
      throw thrown(e.getCause());
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static RuntimeException thrown(@Nullable Throwable cause) {
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof RuntimeException known ? known : new IllegalStateException(cause);
  }

  /** In live mode each window makes a new one, and nobody asks for the one before. */
  private void evictOlder(Key newest) {
    List<Key> alike = new ArrayList<>();
    entries.forEach(
        (key, entry) -> {
          if (entry.bytes > 0 && key.isOfSameKind(newest)) {
            alike.add(key);
          }
        });
    for (int i = 0; i < alike.size() - MAX_ALIKE; i++) {
      entries.remove(alike.get(i));
    }
  }

  /** Gives up the longest unused ones, but never the newest. */
  private void evict(Entry newest) {
    long bytes = 0;
    for (Entry entry : entries.values()) {
      bytes += entry.bytes;
    }
    Iterator<Entry> oldest = entries.values().iterator();
    while (bytes > MAX_BYTES && oldest.hasNext()) {
      Entry entry = oldest.next();
      if (entry != newest && entry.bytes > 0) {
        bytes -= entry.bytes;
        oldest.remove();
      }
    }
  }
}
