package dev.plumbline.scan;

import dev.plumbline.store.dictionary.CorruptSegmentException;
import dev.plumbline.store.segment.SampleCursor;
import dev.plumbline.store.segment.SeriesRow;
import dev.plumbline.store.segment.SeriesType;
import dev.plumbline.store.segment.WindowRow;
import dev.plumbline.tree.StackSums;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Sums the selected samples of one segment after the other by stack, and keeps what all of them
 * cover. Flows are added; of a stock each value is multiplied with the time that its window covers,
 * and sums are to be divided by {@link #divisor()} in the end. Confined to the query's thread.
 */
public final class SelectedSamples {
  private final Selection selection;
  private final Grouping grouping;
  private final TimeUnitOfRange timeUnit;
  private final Coverage coverage = new Coverage();
  private @Nullable SeriesType type;
  private long windows;

  public SelectedSamples(Selection selection, Grouping grouping) {
    this.selection = selection;
    this.grouping = grouping;
    this.timeUnit = TimeUnitOfRange.of(selection);
  }

  /** The sums of a segment, once all of its samples could be read. */
  public StackSums of(SegmentScan segment) throws SQLException, CorruptSegmentException {
    SampleFilter filter = new SampleFilter(segment, selection);
    StackSums sums = new StackSums();
    grouping.begin(segment);
    segment.samples(
        filter.series(), (window, samples) -> add(segment, filter, window, samples, sums));
    return sums;
  }

  private void add(
      SegmentScan segment,
      SampleFilter filter,
      WindowRow window,
      SampleCursor samples,
      StackSums sums)
      throws CorruptSegmentException {
    SeriesRow row = segment.seriesOf(window);
    long start = timeUnit.startOf(window);
    long end = timeUnit.endOf(window);
    long factor = row.seriesType().isStock() ? end - start : row.seriesType().factor();
    boolean any = filter.takesWholeWindows();
    while (samples.next()) {
      if (filter.accepts(row.id(), samples.attributeSet())) {
        any = true;
        sums.add(
            grouping.groupOf(row, samples.attributeSet()),
            samples.node(),
            StackSums.saturatedProduct(samples.value(), factor));
      }
    }
    if (any) {
      type = row.seriesType();
      windows++;
      coverage.add(segment.source(window), start, end);
    }
  }

  /** Of the windows so far; null if there was none. */
  public @Nullable SeriesType type() {
    return type;
  }

  public long windows() {
    return windows;
  }

  public long coveredMillis() {
    return timeUnit.toMillis(coverage.length());
  }

  /** What sums are divided by to be shown; 1 for flows. */
  public long divisor() {
    return type != null && type.isStock() ? Math.max(1, coverage.length()) : 1;
  }
}
