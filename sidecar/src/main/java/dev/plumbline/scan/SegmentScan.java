package dev.plumbline.scan;

import dev.plumbline.profile.Attributes;
import dev.plumbline.store.dictionary.CorruptSegmentException;
import dev.plumbline.store.dictionary.SegmentDictionary;
import dev.plumbline.store.segment.Segment;
import dev.plumbline.store.segment.SegmentReader;
import dev.plumbline.store.segment.SegmentReader.SampleVisitor;
import dev.plumbline.store.segment.SeriesRow;
import dev.plumbline.store.segment.WindowRow;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.List;

/**
 * One segment as a query sees it: the windows that start in the range, and what they refer to. What
 * is written meanwhile is not seen. Confined to the query's thread.
 */
public final class SegmentScan {
  private final SegmentReader reader;
  private final List<WindowRow> windows;
  private final List<SeriesRow> series;
  private final SegmentDictionary dictionary;

  private SegmentScan(
      SegmentReader reader,
      List<WindowRow> windows,
      List<SeriesRow> series,
      SegmentDictionary dictionary) {
    this.reader = reader;
    this.windows = windows;
    this.series = series;
    this.dictionary = dictionary;
  }

  /** The windows are listed first, so that series and dictionary hold all that they refer to. */
  static SegmentScan of(Segment segment, SegmentReader reader, long fromNanos, long untilNanos)
      throws SQLException, CorruptSegmentException {
    List<WindowRow> windows = reader.windows(fromNanos, untilNanos);
    List<SeriesRow> series = reader.series();
    SegmentDictionary dictionary = segment.dictionary(reader);
    for (WindowRow window : windows) {
      if (window.series() < 0 || window.series() >= series.size()) {
        throw new CorruptSegmentException("a window has series " + window.series());
      }
    }
    for (SeriesRow row : series) {
      int sets = dictionary.attributeSetCount();
      if (row.resource() >= sets || row.attributes() >= sets) {
        throw new CorruptSegmentException("a series has attributes that are not there");
      }
    }
    return new SegmentScan(reader, windows, series, dictionary);
  }

  public List<WindowRow> windows() {
    return windows;
  }

  public List<SeriesRow> series() {
    return series;
  }

  public SeriesRow seriesOf(WindowRow window) {
    return series.get(window.series());
  }

  public SegmentDictionary dictionary() {
    return dictionary;
  }

  /** What tells sources apart over all segments: a process, by its resource. */
  public Attributes source(WindowRow window) {
    return dictionary.attributes(seriesOf(window).resource());
  }

  public void samples(BitSet wanted, SampleVisitor visitor)
      throws SQLException, CorruptSegmentException {
    reader.samples(windows, wanted, dictionary, visitor);
  }
}
