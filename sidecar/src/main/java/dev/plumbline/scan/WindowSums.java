package dev.plumbline.scan;

import dev.plumbline.profile.ProfileType.Accumulation;
import dev.plumbline.store.ProfileStore;
import dev.plumbline.store.dictionary.CorruptSegmentException;
import dev.plumbline.store.segment.SampleCursor;
import dev.plumbline.store.segment.SeriesRow;
import dev.plumbline.store.segment.WindowRow;
import dev.plumbline.tree.StackSums;
import java.sql.SQLException;

/**
 * Hands over what each window of a selection adds to each group, weighted as {@link
 * SelectedSamples} does. Samples are looked at only where a condition or the grouping asks for it.
 * Confined to the query's thread.
 */
public final class WindowSums {
  /** One window's part of one group. */
  public interface Visitor {
    /**
     * @param start in the range's unit of time
     * @param end in that unit, after the start
     * @param sum for a stock already multiplied with the time between
     */
    void add(SegmentScan segment, WindowRow window, int group, long start, long end, long sum);
  }

  private final Selection selection;
  private final Grouping grouping;
  private final TimeUnitOfRange timeUnit;
  private final Visitor visitor;

  public WindowSums(Selection selection, Grouping grouping, Visitor visitor) {
    this.selection = selection;
    this.grouping = grouping;
    this.timeUnit = TimeUnitOfRange.of(selection);
    this.visitor = visitor;
  }

  /**
   * @return segments that could not be read
   */
  public int scan(ProfileStore store) {
    return RangeScan.scan(
        store, selection.fromUnixNanos(), selection.untilUnixNanos(), this::segment);
  }

  private void segment(SegmentScan segment) throws SQLException, CorruptSegmentException {
    SampleFilter filter = new SampleFilter(segment, selection);
    grouping.begin(segment);
    if (filter.takesWholeWindows() && (!grouping.isOn() || grouping.isByService())) {
      for (WindowRow window : segment.windows()) {
        if (filter.series().get(window.series())) {
          add(segment, window, grouping.groupOf(segment.seriesOf(window), 0), window.total());
        }
      }
    } else {
      segment.samples(
          filter.series(), (window, samples) -> samples(segment, filter, window, samples));
    }
  }

  private void samples(
      SegmentScan segment, SampleFilter filter, WindowRow window, SampleCursor samples)
      throws CorruptSegmentException {
    StackSums byGroup = new StackSums();
    SeriesRow row = segment.seriesOf(window);
    while (samples.next()) {
      if (filter.accepts(row.id(), samples.attributeSet())) {
        byGroup.add(grouping.groupOf(row, samples.attributeSet()), 0, samples.value());
      }
    }
    byGroup.forEach((group, node, value) -> add(segment, window, group, value));
  }

  private void add(SegmentScan segment, WindowRow window, int group, long value) {
    SeriesRow row = segment.seriesOf(window);
    long start = timeUnit.startOf(window);
    long end = timeUnit.endOf(window);
    boolean stock = row.seriesType().accumulation() == Accumulation.STOCK;
    long factor = stock ? end - start : row.seriesType().factor();
    visitor.add(segment, window, group, start, end, StackSums.saturatedProduct(value, factor));
  }
}
