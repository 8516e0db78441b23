package dev.plumbline.process;

import dev.plumbline.kernel.unwind.EndReason;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;

/** How often stacks ended for each reason. One writer, any readers. */
public final class EndCounts {
  /** Slot of numbers that are newer than this class. */
  private static final int UNKNOWN = 31;

  private final AtomicLongArray counts = new AtomicLongArray(UNKNOWN + 1);

  void add(EndReason reason) {
    int slot = slot(reason);
    counts.lazySet(slot, counts.get(slot) + 1);
  }

  private static int slot(EndReason reason) {
    return Math.min(reason.number(), UNKNOWN);
  }

  /** Stacks that ended for a reason. */
  public long count(EndReason reason) {
    return counts.get(slot(reason));
  }

  /** All stacks. */
  public long total() {
    long total = 0;
    for (int i = 0; i < counts.length(); i++) {
      total += counts.get(i);
    }
    return total;
  }

  /** Stacks that reached a root, or had none to reach. */
  public long complete() {
    long complete = 0;
    for (EndReason reason : EndReason.values()) {
      complete += reason.isComplete() ? count(reason) : 0;
    }
    return complete;
  }

  /** The reasons that occurred. */
  public Map<EndReason, Long> toMap() {
    Map<EndReason, Long> map = new EnumMap<>(EndReason.class);
    for (EndReason reason : EndReason.values()) {
      if (count(reason) > 0) {
        map.put(reason, count(reason));
      }
    }
    return map;
  }
}
