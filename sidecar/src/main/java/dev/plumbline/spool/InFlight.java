package dev.plumbline.spool;

import dev.plumbline.export.SettlementListener.Settlement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Requests that the exporter has, and news of their end, which come on its threads. Otherwise
 * confined to the spool's thread.
 */
final class InFlight {
  private final Map<Long, SpoolEntry> entries = new LinkedHashMap<>();
  private final Object lock = new Object();
  private List<End> news = new ArrayList<>();

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
      news.add(new End(entry, settlement));
    }
  }

  List<End> takeNews() {
    synchronized (lock) {
      List<End> taken = news;
      news = new ArrayList<>();
      return taken;
    }
  }

  /** What became of a request. Immutable. */
  record End(SpoolEntry entry, Settlement settlement) {}
}
