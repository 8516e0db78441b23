package dev.plumbline.spool;

import dev.plumbline.profile.SampleCounts;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the file holds, without the bodies, in order. Confined to the spool's thread. */
final class HeldRows {
  private final TreeMap<Long, Row> rows = new TreeMap<>();
  private long bytes;

  void add(long id, int length, SampleCounts samples, long acceptedUnixMillis) {
    rows.put(id, new Row(length, samples, acceptedUnixMillis));
    bytes += length;
  }

  /** Null if it is not held. */
  @Nullable Row remove(long id) {
    Row row = rows.remove(id);
    if (row != null) {
      bytes -= row.bytes;
    }
    return row;
  }

  /** Oldest first. */
  Iterable<Numbered> all() {
    return () ->
        rows.entrySet().stream()
            .map(
                row ->
                    new Numbered(
                        row.getKey(), row.getValue().bytes, row.getValue().acceptedUnixMillis))
            .iterator();
  }

  /** Nothing for one that is not held. */
  SampleCounts samplesOf(long id) {
    Row row = rows.get(id);
    return row == null ? SampleCounts.EMPTY : row.samples;
  }

  /** Null if nothing is held. */
  @Nullable Row oldest() {
    return rows.isEmpty() ? null : rows.firstEntry().getValue();
  }

  /** The place after that one; null if nothing is held there. */
  @Nullable Long after(long id) {
    return rows.higherKey(id);
  }

  int count() {
    return rows.size();
  }

  long bytes() {
    return bytes;
  }

  SampleCounts samples() {
    SampleCounts.Builder sum = SampleCounts.builder();
    rows.values().forEach(row -> sum.add(row.samples));
    return sum.build();
  }

  void clear() {
    rows.clear();
    bytes = 0;
  }

  /** A request's place, length and time. Immutable. */
  record Numbered(long id, int bytes, long acceptedUnixMillis) {}

  /** A request on disk. Immutable. */
  record Row(int bytes, SampleCounts samples, long acceptedUnixMillis) {}
}
