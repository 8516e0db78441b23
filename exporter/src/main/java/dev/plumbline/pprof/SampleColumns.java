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

  int count() {
    return stacks.size();
  }
}
