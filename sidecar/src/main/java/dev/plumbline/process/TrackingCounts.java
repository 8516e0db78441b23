package dev.plumbline.process;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;

/** Counters of {@link TrackingCount}. Thread-safe. */
public final class TrackingCounts {
  private final Map<TrackingCount, AtomicLong> counts = new EnumMap<>(TrackingCount.class);

  TrackingCounts() {
    for (TrackingCount count : TrackingCount.values()) {
      counts.put(count, new AtomicLong());
    }
  }

  private AtomicLong of(TrackingCount count) {
    return Objects.requireNonNull(counts.get(count));
  }

  void add(TrackingCount count, long n) {
    of(count).addAndGet(n);
  }

  void increment(TrackingCount count) {
    of(count).incrementAndGet();
  }

  /** Value of a counter since the start. */
  public long count(TrackingCount count) {
    return of(count).get();
  }

  /** All counters that are not 0. */
  public Map<TrackingCount, Long> toMap() {
    Map<TrackingCount, Long> map = new EnumMap<>(TrackingCount.class);
    for (TrackingCount count : TrackingCount.values()) {
      if (count(count) != 0) {
        map.put(count, count(count));
      }
    }
    return map;
  }
}
