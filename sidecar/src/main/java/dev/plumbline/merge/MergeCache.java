package dev.plumbline.merge;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The last few merged profiles, bounded in nodes. Two callers that ask for the same at once both
 * work: that is rare, and neither waits for the other. Thread-safe.
 */
final class MergeCache {
  private static final int MAX_ENTRIES = 6;
  private static final long MAX_NODES = 1_500_000;

  /** What a merge was made of. */
  record Key(Selection selection, @Nullable String groupBy, long fingerprint) {
    /** Ranges that move with the clock are the same while they hold the same windows. */
    Key {
      selection =
          new Selection(0, 0, selection.services(), selection.typeId(), selection.conditions());
    }
  }

  private final Object lock = new Object();
  private final Map<Key, MergedProfile> entries = new LinkedHashMap<>(16, 0.75f, true);

  MergedProfile get(Key key, Supplier<MergedProfile> merge) {
    synchronized (lock) {
      MergedProfile known = entries.get(key);
      if (known != null) {
        return known;
      }
    }
    MergedProfile merged = merge.get();
    synchronized (lock) {
      entries.put(key, merged);
      evict();
    }
    return merged;
  }

  private void evict() {
    long nodes = 0;
    for (MergedProfile entry : entries.values()) {
      nodes += entry.tree().size();
    }
    Iterator<MergedProfile> oldest = entries.values().iterator();
    while (entries.size() > 1 && (entries.size() > MAX_ENTRIES || nodes > MAX_NODES)) {
      nodes -= oldest.next().tree().size();
      oldest.remove();
    }
  }
}
