package dev.plumbline.merge;

import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.scan.Condition;
import dev.plumbline.scan.Coverage;
import dev.plumbline.scan.Grouping;
import dev.plumbline.scan.RangeScan;
import dev.plumbline.scan.SampleFilter;
import dev.plumbline.scan.SegmentScan;
import dev.plumbline.scan.Selection;
import dev.plumbline.scan.WindowSums;
import dev.plumbline.store.ProfileStore;
import dev.plumbline.store.dictionary.CorruptSegmentException;
import dev.plumbline.store.segment.SeriesRow;
import dev.plumbline.store.segment.WindowRow;
import dev.plumbline.tree.StackSums;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Lists the attributes of a selection, and the values of one. Confined to the query's thread. */
public final class AttributeListing {
  /** Where an attribute stands. */
  public enum Place {
    SAMPLE,
    PROFILE,
    RESOURCE
  }

  static final int MAX_VALUES = 1000;

  /** A key, where it stands, and how many different values it has; capped at a thousand. */
  public record Key(String key, Set<Place> places, int values, boolean capped) {}

  /** A value and its part of the selection; null stands for the samples without the attribute. */
  public record Value(@Nullable String value, long total) {}

  private static final class Found {
    private final Set<Place> places = EnumSet.noneOf(Place.class);
    private final Set<String> values = new HashSet<>();
    private boolean capped;

    private void add(Place place, String value) {
      places.add(place);
      if (values.size() < MAX_VALUES || values.contains(value)) {
        values.add(value);
      } else {
        capped = true;
      }
    }
  }

  private final ProfileStore store;

  AttributeListing(ProfileStore store) {
    this.store = store;
  }

  List<Key> keys(Selection selection) {
    Map<String, Found> found = new TreeMap<>();
    RangeScan.scan(
        store,
        selection.fromUnixNanos(),
        selection.untilUnixNanos(),
        segment -> find(segment, selection, found));
    List<Key> keys = new ArrayList<>();
    found.forEach(
        (key, what) -> keys.add(new Key(key, what.places, what.values.size(), what.capped)));
    return keys;
  }

  private static void find(SegmentScan segment, Selection selection, Map<String, Found> found)
      throws SQLException, CorruptSegmentException {
    SampleFilter filter = new SampleFilter(segment, selection);
    BitSet sampleSets = new BitSet();
    BitSet series = new BitSet();
    segment.samples(
        filter.series(),
        (window, samples) -> {
          while (samples.next()) {
            if (filter.accepts(window.series(), samples.attributeSet())) {
              sampleSets.set(samples.attributeSet());
              series.set(window.series());
            }
          }
        });
    for (int set = sampleSets.nextSetBit(0); set >= 0; set = sampleSets.nextSetBit(set + 1)) {
      add(found, Place.SAMPLE, segment.dictionary().attributes(set));
    }
    for (SeriesRow row : segment.series()) {
      if (series.get(row.id())) {
        add(found, Place.PROFILE, segment.dictionary().attributes(row.attributes()));
        add(found, Place.RESOURCE, segment.dictionary().attributes(row.resource()));
      }
    }
  }

  private static void add(Map<String, Found> found, Place place, Attributes attributes) {
    for (Attribute attribute : attributes) {
      found
          .computeIfAbsent(attribute.key(), absent -> new Found())
          .add(place, Condition.text(attribute.value()));
    }
  }

  /** Values of that key, the largest first; conditions on the key itself do not count. */
  List<Value> values(Selection selection, String key) {
    Selection others = selection.withoutConditionsOn(key);
    Grouping grouping = new Grouping(key);
    List<Long> sums = new ArrayList<>();
    Coverage coverage = new Coverage();
    boolean[] stock = {false};
    new WindowSums(
            others,
            grouping,
            (segment, window, group, start, end, sum) -> {
              while (sums.size() <= group) {
                sums.add(0L);
              }
              sums.set(group, StackSums.saturatedSum(sums.get(group), sum));
              coverage.add(segment.source(window), start, end);
              stock[0] = isStock(segment, window);
            })
        .scan(store);
    long divisor = stock[0] ? Math.max(1, coverage.length()) : 1;
    List<Value> values = new ArrayList<>();
    for (int group = 0; group < sums.size(); group++) {
      values.add(new Value(grouping.value(group), Math.floorDiv(sums.get(group), divisor)));
    }
    values.sort(
        Comparator.comparingLong(Value::total)
            .reversed()
            .thenComparing(value -> value.value() == null ? "" : value.value()));
    return values;
  }

  private static boolean isStock(SegmentScan segment, WindowRow window) {
    return segment.seriesOf(window).seriesType().isStock();
  }

  /** Which of these keys no attribute of the range has. */
  Set<String> unknown(Selection selection) {
    Set<String> unknown = new HashSet<>();
    selection.conditions().forEach(condition -> unknown.add(condition.key()));
    if (!unknown.isEmpty()) {
      RangeScan.scan(
          store,
          selection.fromUnixNanos(),
          selection.untilUnixNanos(),
          segment -> {
            for (int set = 0; set < segment.dictionary().attributeSetCount(); set++) {
              Attributes attributes = segment.dictionary().attributes(set);
              unknown.removeIf(key -> attributes.get(key) != null);
            }
          });
    }
    return unknown;
  }
}
