package dev.plumbline.merge;

import dev.plumbline.store.ProfileStore;
import dev.plumbline.store.dictionary.CorruptSegmentException;
import dev.plumbline.store.segment.Segment;
import dev.plumbline.store.segment.SegmentReader;
import dev.plumbline.store.segment.SegmentReader.SeriesTime;
import dev.plumbline.store.segment.SeriesRow;
import dev.plumbline.store.segment.SeriesType;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * When each service had windows of each type, over all that is stored. What a segment says is kept
 * until the segment has more windows. Thread-safe.
 */
final class SegmentTimes {
  private static final Logger logger = Logger.getLogger(SegmentTimes.class.getName());

  /** One service and type, and when it was seen. */
  record Seen(String service, SeriesType type, long firstMillis, long lastMillis) {
    Seen and(Seen other) {
      return new Seen(
          service,
          type,
          Math.min(firstMillis, other.firstMillis),
          Math.max(lastMillis, other.lastMillis));
    }
  }

  private record Key(String service, String typeId) {}

  private record Known(long windows, List<Seen> seen) {}

  private final Object lock = new Object();
  private final Map<Long, Known> bySegment = new HashMap<>();

  /** Of all segments, by service and type. */
  List<Seen> all(ProfileStore store) {
    Map<Key, Seen> all = new HashMap<>();
    List<Segment> segments = store.segments(Long.MIN_VALUE, Long.MAX_VALUE);
    for (Segment segment : segments) {
      for (Seen seen : of(segment, store)) {
        all.merge(new Key(seen.service(), seen.type().id()), seen, Seen::and);
      }
    }
    synchronized (lock) {
      bySegment.keySet().retainAll(segments.stream().map(Segment::number).toList());
    }
    return new ArrayList<>(all.values());
  }

  private List<Seen> of(Segment segment, ProfileStore store) {
    long windows = store.windows(segment);
    @Nullable Known known;
    synchronized (lock) {
      known = bySegment.get(segment.number());
    }
    if (known != null && known.windows() == windows) {
      return known.seen();
    }
    try (SegmentReader reader = SegmentReader.open(segment.path())) {
      List<Seen> seen = read(reader);
      synchronized (lock) {
        bySegment.put(segment.number(), new Known(windows, seen));
      }
      return seen;
    } catch (CorruptSegmentException e) {
      store.setAside(segment, e);
      return List.of();
    } catch (SQLException e) {
      logger.log(Level.FINE, "store: " + segment + " is left out of the list of services", e);
      return List.of();
    }
  }

  private static List<Seen> read(SegmentReader reader)
      throws SQLException, CorruptSegmentException {
    List<SeriesTime> times = reader.seriesTimes();
    List<SeriesRow> series = reader.series();
    Map<Key, Seen> seen = new TreeMap<>(SegmentTimes::compare);
    for (SeriesTime time : times) {
      if (time.series() < 0 || time.series() >= series.size()) {
        throw new CorruptSegmentException("a window has series " + time.series());
      }
      SeriesRow row = series.get(time.series());
      Seen one =
          new Seen(
              row.service(),
              row.seriesType(),
              Math.floorDiv(time.firstStartUnixNanos(), 1_000_000L),
              Math.floorDiv(time.lastStartUnixNanos(), 1_000_000L));
      seen.merge(new Key(row.service(), row.seriesType().id()), one, Seen::and);
    }
    return List.copyOf(seen.values());
  }

  private static int compare(Key a, Key b) {
    int order = a.service().compareTo(b.service());
    return order == 0 ? a.typeId().compareTo(b.typeId()) : order;
  }
}
