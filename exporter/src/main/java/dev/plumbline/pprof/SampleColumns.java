package dev.plumbline.pprof;

import dev.plumbline.wire.IntList;
import dev.plumbline.wire.LongList;

/** Samples of one profile: a stack, a label set and a value for each type. */
final class SampleColumns {
  final IntList stacks = new IntList();
  final IntList labelSets = new IntList();
  final LongList values = new LongList();

  /** Values of each sample as they were read; each must be the number of sample types. */
  final IntList valueCounts = new IntList();

  /**
   * The same samples with some of their values.
   *
   * @param types how many values a sample has
   * @param kept which of them
   */
  SampleColumns withTypes(int types, int[] kept) {
    SampleColumns fewer = new SampleColumns();
    for (int sample = 0; sample < count(); sample++) {
      fewer.stacks.add(stacks.get(sample));
      fewer.labelSets.add(labelSets.get(sample));
      fewer.valueCounts.add(kept.length);
      for (int type : kept) {
        fewer.values.add(values.get(sample * types + type));
      }
    }
    return fewer;
  }

  /**
   * Some of these samples with other values.
   *
   * @param rows which of them
   * @param types how many values a sample has
   */
  SampleColumns withValues(IntList rows, LongList others, int types) {
    SampleColumns fewer = new SampleColumns();
    for (int row = 0; row < rows.size(); row++) {
      fewer.stacks.add(stacks.get(rows.get(row)));
      fewer.labelSets.add(labelSets.get(rows.get(row)));
      fewer.valueCounts.add(types);
    }
    for (int i = 0; i < others.size(); i++) {
      fewer.values.add(others.get(i));
    }
    return fewer;
  }

  int count() {
    return stacks.size();
  }
}
