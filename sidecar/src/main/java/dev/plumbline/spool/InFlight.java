package dev.plumbline.spool;

import dev.plumbline.export.SettlementListener.Settlement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Requests that the exporter has, and news of their end, which come on its threads. Otherwise
 * confined to the spool's thread.
 */
final class InFlight {
  private final Map<Long, SpoolEntry> entries = new LinkedHashMap<>();
  private final Object lock = new Object();
  private final Deque<End> news = new ArrayDeque<>();

  void add(SpoolEntry entry) {
    entries.put(entry.id(), entry);
  }

  void remove(long id) {
    entries.remove(id);
  }

  boolean holds(long id) {
    return entries.containsKey(id);
  }

  int count() {
    return entries.size();
  }

  /** Any thread; only notes. */
  void ended(SpoolEntry entry, Settlement settlement) {
    synchronized (lock) {
      news.addLast(new End(entry, settlement));
    }
  }

  /** The oldest; null without. It stays until {@link #isHeeded}. */
  @Nullable End firstNews() {
    synchronized (lock) {
      return news.peekFirst();
    }
  }

  /** The oldest news has been dealt with. */
  void isHeeded() {
    synchronized (lock) {
      news.removeFirst();
    }
  }

  /** What became of a request. Immutable. */
  record End(SpoolEntry entry, Settlement settlement) {}
}
