package dev.plumbline.scan;

import dev.plumbline.profile.Resource;
import dev.plumbline.store.dictionary.SegmentDictionary;
import dev.plumbline.store.segment.SeriesRow;
import dev.plumbline.tree.FunctionName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Numbers for the values of one attribute, over all segments of a query; samples without the
 * attribute are a group too. Without a key all samples are group 0. Confined to the query's thread.
 */
public final class Grouping {
  private static final int UNKNOWN = -1;
  private static final int ABSENT = -2;

  private final @Nullable String key;
  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<@Nullable String> values = new ArrayList<>();
  private int none = UNKNOWN;
  private int[] bySet = {};
  private int[] bySeries = {};
  private @Nullable SegmentScan segment;

  public Grouping(@Nullable String key) {
    this.key = key;
  }

  /** From now on the numbers asked for are those of this segment. */
  void begin(SegmentScan next) {
    if (key != null) {
      segment = next;
      bySet = unknown(next.dictionary().attributeSetCount());
      bySeries = unknown(next.series().size());
    }
  }

  private static int[] unknown(int length) {
    int[] numbers = new int[length];
    Arrays.fill(numbers, UNKNOWN);
    return numbers;
  }

  int groupOf(SeriesRow row, int attributeSet) {
    SegmentScan current = segment;
    if (key == null || current == null) {
      return 0;
    }
    if (isByService()) {
      return groupOf(row, current.dictionary());
    }
    if (bySet[attributeSet] == UNKNOWN) {
      String text = Condition.textOf(current.dictionary().attributes(attributeSet), key);
      bySet[attributeSet] = text == null ? ABSENT : number(text);
    }
    return bySet[attributeSet] == ABSENT ? groupOf(row, current.dictionary()) : bySet[attributeSet];
  }

  private int groupOf(SeriesRow row, SegmentDictionary dictionary) {
    if (bySeries[row.id()] == UNKNOWN && key != null) {
      bySeries[row.id()] =
          isByService()
              ? number(row.service())
              : number(SampleFilter.seriesText(dictionary, row, key));
    }
    return bySeries[row.id()];
  }

  private int number(@Nullable String text) {
    if (text == null) {
      if (none == UNKNOWN) {
        none = values.size();
        values.add(null);
      }
      return none;
    }
    Integer known = numbers.putIfAbsent(text, values.size());
    if (known != null) {
      return known;
    }
    values.add(text);
    return values.size() - 1;
  }

  /** The service is known of each series, so that no sample needs to be looked at. */
  boolean isByService() {
    return Resource.SERVICE_NAME.equals(key);
  }

  public boolean isOn() {
    return key != null;
  }

  /** The box of the group. */
  public FunctionName name(int group) {
    return FunctionName.group(key == null ? "" : key, value(group));
  }

  /** Null for the group of samples without the attribute. */
  public @Nullable String value(int group) {
    return key == null ? null : values.get(group);
  }
}
