package dev.plumbline.export;

import dev.plumbline.export.settings.QueuePolicy;
import dev.plumbline.export.settings.QueueSettings;
import dev.plumbline.profile.SampleCounts;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What waits in the queue, oldest first, with its size and its bounds. Knows no counts of what has
 * left. Guarded by the queue's lock.
 */
final class HeldItems {
  private final QueueSettings settings;
  private final List<QueueItem> items = new ArrayList<>();
  private @Nullable QueueItem sending;
  private long bytes;

  HeldItems(QueueSettings settings) {
    this.settings = settings;
  }

  boolean fits(long moreBytes) {
    return bytes + moreBytes <= settings.maxBytes() && items.size() < settings.maxItems();
  }

  boolean isOverBounds() {
    return bytes > settings.maxBytes() || items.size() > settings.maxItems();
  }

  /** The oldest; null if there is none. */
  @Nullable QueueItem first() {
    return items.isEmpty() ? null : items.get(0);
  }

  /** The oldest window that is not encoded; null if there is none. */
  @Nullable QueueItem firstWindow() {
    for (QueueItem item : items) {
      if (item.window() != null) {
        return item;
      }
    }
    return null;
  }

  /** The next to be dropped by the policy, never what is being sent; null if there is none. */
  @Nullable QueueItem victim() {
    boolean newest = settings.policy() == QueuePolicy.DROP_NEWEST;
    for (int i = 0; i < items.size(); i++) {
      QueueItem item = items.get(newest ? items.size() - 1 - i : i);
      if (item != sending) {
        return item;
      }
    }
    return null;
  }

  /** Copied. */
  List<QueueItem> all() {
    return new ArrayList<>(items);
  }

  /** -1 if it has left. */
  int place(QueueItem item) {
    return items.indexOf(item);
  }

  void addLast(QueueItem item) {
    add(items.size(), item);
  }

  void add(int place, QueueItem item) {
    items.add(place, item);
    bytes += item.bytes();
  }

  /** False if it has left already. */
  boolean remove(QueueItem item) {
    boolean removed = items.remove(item);
    if (removed) {
      bytes -= item.bytes();
    }
    return removed;
  }

  /** Keeps it from becoming a {@link #victim}; null ends that. */
  void sending(@Nullable QueueItem item) {
    sending = item;
  }

  /** Encoded requests, and the estimates of windows. */
  long bytes() {
    return bytes;
  }

  /** Of the items, and of their windows what the encoder left out and nobody has counted. */
  SampleCounts samples() {
    SampleCounts.Builder counts = SampleCounts.builder();
    EncodedItems last = null;
    for (QueueItem item : items) {
      counts.add(item.samples());
      EncodedItems siblings = item.siblings();
      if (siblings != null && siblings != last) {
        siblings.leftOut().values().forEach(counts::add);
      }
      last = siblings;
    }
    return counts.build();
  }

  long requestCount() {
    return items.stream().filter(item -> item.request() != null).count();
  }
}
