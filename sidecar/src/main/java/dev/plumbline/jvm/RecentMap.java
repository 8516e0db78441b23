package dev.plumbline.jvm;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map of bounded size that forgets what was not used for longest. Confined to one thread. */
final class RecentMap<K, V> extends LinkedHashMap<K, V> {
  private static final long serialVersionUID = 1L;

  private final int maxEntries;

  RecentMap(int maxEntries) {
    super(16, 0.75f, true);
    this.maxEntries = maxEntries;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > maxEntries;
  }
}
