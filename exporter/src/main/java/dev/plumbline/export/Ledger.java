package dev.plumbline.export;

import java.util.Map;
import java.util.TreeMap;

/** Running counts of one unit, samples or requests. Guarded by the queue's lock. */
final class Ledger {
  private long accepted;
  private long exported;
  private final Map<String, Long> dropped = new TreeMap<>();
  private final Map<String, Long> rejected = new TreeMap<>();

  void accepted(long count) {
    accepted += count;
  }

  void exported(long count) {
    exported += count;
  }

  void dropped(String reason, long count) {
    if (count > 0) {
      dropped.merge(reason, count, Long::sum);
    }
  }

  void rejected(String reason, long count) {
    if (count > 0) {
      rejected.merge(reason, count, Long::sum);
    }
  }

  ExportAccount.Tally tally(long held) {
    return new ExportAccount.Tally(accepted, exported, dropped, rejected, held);
  }
}
