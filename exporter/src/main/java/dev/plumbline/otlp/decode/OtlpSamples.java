package dev.plumbline.otlp.decode;

import dev.plumbline.wire.IntList;
import dev.plumbline.wire.LongList;

/**
 * Samples of one profile as columns. What a sample's values and timestamps mean together is its
 * shape (§1.4 of the OTLP study); {@link #amount} answers it. Immutable once handed out.
 */
public final class OtlpSamples {
  final IntList stacks;
  final IntList attributeLists;
  final IntList links;
  final IntList timestampEnds;
  final LongList timestamps;
  final IntList valueEnds = new IntList();
  final LongList values = new LongList();

  OtlpSamples() {
    this(new IntList(), new IntList(), new IntList(), new IntList(), new LongList());
  }

  private OtlpSamples(
      IntList stacks,
      IntList attributeLists,
      IntList links,
      IntList timestampEnds,
      LongList timestamps) {
    this.stacks = stacks;
    this.attributeLists = attributeLists;
    this.links = links;
    this.timestampEnds = timestampEnds;
    this.timestamps = timestamps;
  }

  public int count() {
    return stacks.size();
  }

  /** Index into the dictionary; 0 for an empty stack. */
  public int stack(int sample) {
    return stacks.get(sample);
  }

  /** Index of a list of the dictionary; 0 for none. */
  public int attributeList(int sample) {
    return attributeLists.get(sample);
  }

  /** Index into the dictionary; 0 for none. */
  public int link(int sample) {
    return links.get(sample);
  }

  public int valueCount(int sample) {
    return valueEnds.get(sample) - start(valueEnds, sample);
  }

  public long value(int sample, int position) {
    return values.get(start(valueEnds, sample) + position);
  }

  public int timestampCount(int sample) {
    return timestampEnds.get(sample) - start(timestampEnds, sample);
  }

  /**
   * Whether values and timestamps go together: one value and no timestamp; timestamps alone; as
   * many values as timestamps; or, from senders of level 1.7 and before, the value 1 and any number
   * of timestamps, each of which is an event.
   */
  public boolean isConsistent(int sample) {
    int values = valueCount(sample);
    int timestamps = timestampCount(sample);
    return timestamps == 0
        ? values == 1
        : values == 0 || values == timestamps || (values == 1 && value(sample, 0) == 1);
  }

  /**
   * What a consistent sample counts for the window: its values together, or one for each timestamp
   * where there are no values or the one value 1. Saturates.
   */
  public long amount(int sample) {
    int values = valueCount(sample);
    int timestamps = timestampCount(sample);
    if (values == 0 || (timestamps > 1 && values == 1)) {
      return timestamps;
    }
    long amount = 0;
    for (int i = 0; i < values; i++) {
      long value = value(sample, i);
      long sum = amount + value;
      boolean overflows = ((amount ^ sum) & (value ^ sum)) < 0;
      amount = overflows ? (value < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
    }
    return amount;
  }

  /** The same samples with one value each, the one at that position; timestamps are shared. */
  OtlpSamples column(int position) {
    OtlpSamples column = new OtlpSamples(stacks, attributeLists, links, timestampEnds, timestamps);
    for (int sample = 0; sample < count(); sample++) {
      column.values.add(value(sample, position));
      column.valueEnds.add(sample + 1);
    }
    return column;
  }

  private static int start(IntList ends, int sample) {
    return sample == 0 ? 0 : ends.get(sample - 1);
  }
}
