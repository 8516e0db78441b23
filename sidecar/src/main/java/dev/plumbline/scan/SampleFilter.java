package dev.plumbline.scan;

import dev.plumbline.profile.Attributes;
import dev.plumbline.store.dictionary.SegmentDictionary;
import dev.plumbline.store.segment.SeriesRow;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which samples of one segment a selection holds. A condition is answered once for each attribute
 * set and series, then a sample costs two masks. The sample's own attribute counts before the
 * profile's, and that before the resource's. Confined to the query's thread.
 */
public final class SampleFilter {
  /** Conditions of one selection: one bit each. */
  static final int MAX_CONDITIONS = 60;

  private final BitSet series = new BitSet();
  private final long all;
  private final long[] seriesHolds;
  private final long[] setHas;
  private final long[] setHolds;

  public SampleFilter(SegmentScan segment, Selection selection) {
    List<Condition> conditions = selection.conditions();
    this.all = (1L << conditions.size()) - 1;
    SegmentDictionary dictionary = segment.dictionary();
    for (SeriesRow row : segment.series()) {
      series.set(
          row.id(),
          selection.holdsType(row.seriesType().id()) && selection.holdsService(row.service()));
    }
    this.setHas = new long[all == 0 ? 0 : dictionary.attributeSetCount()];
    this.setHolds = new long[setHas.length];
    this.seriesHolds = new long[all == 0 ? 0 : segment.series().size()];
    for (int i = 0; i < conditions.size(); i++) {
      answer(conditions.get(i), 1L << i, segment);
    }
  }

  private void answer(Condition condition, long bit, SegmentScan segment) {
    SegmentDictionary dictionary = segment.dictionary();
    for (int set = 0; set < setHas.length; set++) {
      String text = Condition.textOf(dictionary.attributes(set), condition.key());
      if (text != null) {
        setHas[set] |= bit;
        setHolds[set] |= condition.holds(text) ? bit : 0;
      }
    }
    for (SeriesRow row : segment.series()) {
      String text = seriesText(dictionary, row, condition.key());
      seriesHolds[row.id()] |= condition.holds(text == null ? "" : text) ? bit : 0;
    }
  }

  /** Value of the attribute of all samples of a series that have no own; null if there is none. */
  static @Nullable String seriesText(SegmentDictionary dictionary, SeriesRow row, String key) {
    Attributes ofProfile = dictionary.attributes(row.attributes());
    String text = Condition.textOf(ofProfile, key);
    return text == null ? Condition.textOf(dictionary.attributes(row.resource()), key) : text;
  }

  /** Series that may hold samples of the selection. */
  public BitSet series() {
    return series;
  }

  /** Whether every sample of the wanted series belongs to the selection. */
  public boolean takesWholeWindows() {
    return all == 0;
  }

  public boolean accepts(int seriesId, int attributeSet) {
    if (all == 0) {
      return true;
    }
    long has = setHas[attributeSet];
    return ((has & setHolds[attributeSet]) | (~has & seriesHolds[seriesId] & all)) == all;
  }
}
