package dev.plumbline.merge;

import dev.plumbline.scan.Coverage;
import dev.plumbline.scan.Grouping;
import dev.plumbline.scan.SegmentScan;
import dev.plumbline.scan.Selection;
import dev.plumbline.scan.TimeUnitOfRange;
import dev.plumbline.scan.WindowSums;
import dev.plumbline.store.ProfileStore;
import dev.plumbline.store.segment.SeriesType;
import dev.plumbline.store.segment.WindowRow;
import dev.plumbline.tree.StackSums;
import dev.plumbline.tree.TooLargeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Sums windows by the time at which they start. Confined to the query's thread. */
final class TimelineBuilder {
  /** A part of the heap, whatever it is. */
  private static final long MAX_BYTES = Runtime.getRuntime().maxMemory() / 8;

  private static final long BYTES_A_POINT = Long.BYTES + 1;

  private final Selection selection;
  private final long maxBytes;
  private final TimeUnitOfRange timeUnit;
  private final long stepMillis;
  private final long startMillis;
  private final int points;
  private final Grouping grouping;
  private final List<Row> rows = new ArrayList<>();
  private final Coverage[] coverage;
  private final Coverage whole = new Coverage();
  private @Nullable SeriesType type;

  /** Sums of one group. */
  private static final class Row {
    private final int group;
    private final long[] sums;
    private final boolean[] seen;

    Row(int group, int points) {
      this.group = group;
      this.sums = new long[points];
      this.seen = new boolean[points];
    }

    int group() {
      return group;
    }

    long sum() {
      return LongStream.of(sums).reduce(0, StackSums::saturatedSum);
    }

    void add(Row other) {
      for (int i = 0; i < sums.length; i++) {
        sums[i] = StackSums.saturatedSum(sums[i], other.sums[i]);
        seen[i] |= other.seen[i];
      }
    }
  }

  TimelineBuilder(Selection selection, long stepMillis, @Nullable String by) {
    this(selection, stepMillis, by, MAX_BYTES);
  }

  /**
   * @param maxBytes that the sums of all groups may take
   */
  TimelineBuilder(Selection selection, long stepMillis, @Nullable String by, long maxBytes) {
    this.selection = selection;
    this.maxBytes = maxBytes;
    this.timeUnit = TimeUnitOfRange.of(selection);
    this.stepMillis = stepMillis;
    this.startMillis = Math.floorDiv(selection.fromMillis(), stepMillis) * stepMillis;
    this.points = points(selection, stepMillis);
    this.grouping = new Grouping(by);
    this.coverage = new Coverage[points];
    Arrays.setAll(coverage, i -> new Coverage());
  }

  /** How many points a range has at that step. */
  static int points(Selection selection, long stepMillis) {
    if (selection.fromMillis() >= selection.untilMillis()) {
      return 0;
    }
    long first = Math.floorDiv(selection.fromMillis(), stepMillis);
    long last = Math.floorDiv(selection.untilMillis() - 1, stepMillis);
    return Math.toIntExact(Math.min(Integer.MAX_VALUE, last - first + 1));
  }

  /**
   * @param maxSeries the largest stand for themselves, the others together
   * @throws TooLargeException if there are more groups than memory for them
   */
  Timeline build(ProfileStore store, int maxSeries) {
    new WindowSums(selection, grouping, this::add).scan(store);
    boolean stock = type != null && type.isStock();
    long divisor = stock ? Math.max(1, whole.length()) : 1;
    long[] lengths = Arrays.stream(coverage).mapToLong(Coverage::length).toArray();
    long[] divisors =
        Arrays.stream(lengths).map(length -> stock ? Math.max(1, length) : 1).toArray();
    Row all = new Row(0, points);
    rows.forEach(all::add);
    return new Timeline(
        type == null ? null : type.unit(),
        type == null ? null : type.accumulation(),
        startMillis,
        stepMillis,
        Math.floorDiv(all.sum(), divisor),
        LongStream.of(lengths).map(timeUnit::toMillis).boxed().toList(),
        values(all, divisors),
        series(maxSeries, divisor, divisors));
  }

  private void add(
      SegmentScan segment, WindowRow window, int group, long start, long end, long sum) {
    type = segment.seriesOf(window).seriesType();
    while (rows.size() <= group) {
      if ((rows.size() + 1) * BYTES_A_POINT * points > maxBytes) {
        throw TooLargeException.ofMemory(maxBytes);
      }
      rows.add(new Row(rows.size(), points));
    }
    long millis = Math.floorDiv(window.startUnixNanos(), 1_000_000L);
    int point = (int) Math.floorDiv(millis - startMillis, stepMillis);
    Row row = rows.get(group);
    row.sums[point] = StackSums.saturatedSum(row.sums[point], sum);
    row.seen[point] = true;
    coverage[point].add(segment.source(window), start, end);
    whole.add(segment.source(window), start, end);
  }

  private List<Timeline.Series> series(int maxSeries, long divisor, long[] divisors) {
    List<Row> sorted = new ArrayList<>(rows);
    sorted.sort(Comparator.comparingLong(Row::sum).reversed().thenComparingInt(Row::group));
    List<Timeline.Series> series = new ArrayList<>();
    Row rest = new Row(-1, points);
    for (int i = 0; i < sorted.size(); i++) {
      if (i < maxSeries) {
        Row row = sorted.get(i);
        series.add(shown(row, grouping.value(row.group), divisor, divisors));
      } else {
        rest.add(sorted.get(i));
      }
    }
    if (sorted.size() > maxSeries) {
      series.add(shown(rest, null, divisor, divisors));
    }
    return series;
  }

  private static Timeline.Series shown(
      Row row, @Nullable String value, long divisor, long[] divisors) {
    return new Timeline.Series(
        value, row.group < 0, Math.floorDiv(row.sum(), divisor), values(row, divisors));
  }

  private static List<@Nullable Long> values(Row row, long[] divisors) {
    List<@Nullable Long> values = new ArrayList<>();
    IntStream.range(0, divisors.length)
        .forEach(i -> values.add(row.seen[i] ? Math.floorDiv(row.sums[i], divisors[i]) : null));
    return values;
  }
}
