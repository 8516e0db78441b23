package dev.plumbline.store;

import dev.plumbline.store.segment.Segment;
import dev.plumbline.store.segment.SegmentBounds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which segments there are and when their windows lie. The last one may be written just now.
 * Thread-safe.
 */
final class SegmentCatalog {
  /** What a segment is known by. */
  record Entry(Segment segment, SegmentBounds bounds, long sealedBytes) {
    /** Unknown for a segment that grows: then it is measured. */
    static final long GROWING = -1;

    long bytes() {
      return sealedBytes == GROWING ? segment.bytes() : sealedBytes;
    }
  }

  private final Object lock = new Object();
  private final NavigableMap<Long, Entry> entries = new TreeMap<>();

  void put(Segment segment, SegmentBounds bounds, long sealedBytes) {
    synchronized (lock) {
      entries.put(segment.number(), new Entry(segment, bounds, sealedBytes));
    }
  }

  /** Its entry; null if it was not there, or no longer. */
  @Nullable Entry remove(Segment segment) {
    synchronized (lock) {
      return entries.remove(segment.number());
    }
  }

  /** Its entry; null if it is not there. */
  @Nullable Entry find(Segment segment) {
    synchronized (lock) {
      return entries.get(segment.number());
    }
  }

  /** The segment with the smallest number; null if there is none. */
  @Nullable Entry oldest() {
    synchronized (lock) {
      Map.Entry<Long, Entry> first = entries.firstEntry();
      return first == null ? null : first.getValue();
    }
  }

  List<Entry> entries() {
    synchronized (lock) {
      return new ArrayList<>(entries.values());
    }
  }
}
