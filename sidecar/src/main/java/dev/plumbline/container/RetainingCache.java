package dev.plumbline.container;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Bounded map whose entries outlive what they describe for a while, since samples of a container
 * arrive after it has gone. On one entry too many the one unused for longest goes. Confined to one
 * thread.
 */
final class RetainingCache<K, V> {
  private static final class Entry<V> {
    final V value;
    long removedNanos;
    boolean removed;

    Entry(V value) {
      this.value = value;
    }
  }

  private final LinkedHashMap<K, Entry<V>> entries = new LinkedHashMap<>(64, 0.75f, true);
  private final int maxEntries;
  private final long retentionNanos;
  private final LongSupplier ticker;

  RetainingCache(int maxEntries, long retentionNanos, LongSupplier ticker) {
    this.maxEntries = maxEntries;
    this.retentionNanos = retentionNanos;
    this.ticker = ticker;
  }

  /** Also of what has gone recently. */
  @Nullable V get(K key) {
    Entry<V> entry = entries.get(key);
    return entry == null ? null : entry.value;
  }

  void put(K key, V value) {
    entries.put(key, new Entry<>(value));
    if (entries.size() > maxEntries) {
      Iterator<K> eldest = entries.keySet().iterator();
      eldest.next();
      eldest.remove();
    }
  }

  /** Marks what has gone, and forgets what has been gone for the retention. */
  void sweep(BiPredicate<K, V> isLive) {
    long now = ticker.getAsLong();
    Iterator<Map.Entry<K, Entry<V>>> all = entries.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<K, Entry<V>> next = all.next();
      Entry<V> entry = next.getValue();
      if (isLive.test(next.getKey(), entry.value)) {
        entry.removed = false;
      } else if (!entry.removed) {
        entry.removed = true;
        entry.removedNanos = now;
      } else if (now - entry.removedNanos >= retentionNanos) {
        all.remove();
      }
    }
  }

  int size() {
    return entries.size();
  }
}
