package dev.plumbline.spool;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Requests that are not on disk, in their order. What a receiver takes at once never gets there;
 * the rest is written in one group when the oldest has waited long enough, or when there is too
 * much. Confined to the spool's thread.
 */
final class Unwritten {
  /** A receiver that keeps up has answered by then. */
  static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  /** Of requests in memory. */
  static final long MAX_BYTES = 8L << 20;

  /** After the disk took nothing. */
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final TreeMap<Long, Item> items = new TreeMap<>();
  private long bytes;
  private long notBeforeNanos = Long.MIN_VALUE;

  /** One request with whoever brought it. Immutable. */
  record Item(SpoolEntry entry, Intake intake, long sinceNanos) {}

  void add(SpoolEntry entry, Intake intake, long nowNanos) {
    items.put(entry.id(), new Item(entry, intake, nowNanos));
    bytes += entry.request().keptLength();
    if (intake.isAwaited()) {
      notBeforeNanos = Long.MIN_VALUE;
    }
  }

  /** Null if it is not here. */
  @Nullable Item remove(long id) {
    Item item = items.remove(id);
    if (item != null) {
      bytes -= item.entry.request().keptLength();
    }
    return item;
  }

  /** The oldest after that id; null if there is none. */
  @Nullable SpoolEntry after(long id) {
    var next = items.higherEntry(id);
    return next == null ? null : next.getValue().entry;
  }

  /** Oldest first. */
  List<Item> all() {
    return new ArrayList<>(items.values());
  }

  boolean isEmpty() {
    return items.isEmpty();
  }

  boolean isTooLarge() {
    return bytes > MAX_BYTES;
  }

  /** When the oldest was accepted; 0 if there is none. */
  long oldestUnixMillis() {
    return items.isEmpty() ? 0 : items.firstEntry().getValue().entry.acceptedUnixMillis();
  }

  /** What could not be written waits, but for what comes with somebody who waits. */
  void postpone(long nowNanos) {
    notBeforeNanos = nowNanos + PAUSE_NANOS;
  }

  /**
   * Time until they have to be written; 0 if that is now, {@link Long#MAX_VALUE} if there is none.
   *
   * @param isBehindOthers whether the disk holds older ones, which the receiver has to take first
   */
  long nanosUntilDue(long nowNanos, boolean isBehindOthers) {
    if (items.isEmpty()) {
      return Long.MAX_VALUE;
    }
    long pause = notBeforeNanos == Long.MIN_VALUE ? 0 : notBeforeNanos - nowNanos;
    long patience =
        isBehindOthers || isTooLarge()
            ? 0
            : items.firstEntry().getValue().sinceNanos + PATIENCE_NANOS - nowNanos;
    return Math.max(0, Math.max(pause, patience));
  }
}
