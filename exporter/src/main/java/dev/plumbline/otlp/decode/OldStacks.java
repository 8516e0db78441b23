package dev.plumbline.otlp.decode;

import dev.plumbline.wire.InputException;
import dev.plumbline.wire.IntList;
import dev.plumbline.wire.IntTupleTable;

/**
 * Stacks of level 1.7, where a sample names a slice of its profile's location list, which stands
 * behind the samples. Each slice is noted, and becomes an entry of the stack table once the list is
 * known. Confined to the decoder's thread.
 */
final class OldStacks {
  final IntList locationIndices = new IntList();
  private final OtlpDictionary dictionary;
  private final Budget budget;
  private final int[] pair = new int[2];
  private IntTupleTable slices = new IntTupleTable(64);

  OldStacks(OtlpDictionary dictionary, Budget budget) {
    this.dictionary = dictionary;
    this.budget = budget;
  }

  /** Another profile follows. */
  void begin() {
    locationIndices.clear();
    slices = new IntTupleTable(64);
  }

  /** What stands for that slice until {@link #resolve}; 0 for an empty one. */
  int slice(int first, int length) {
    if (length == 0) {
      return 0;
    }
    pair[0] = first;
    pair[1] = length;
    return slices.intern(pair, 2);
  }

  void resolve(OtlpSamples samples, int start) throws InputException {
    int[] stackOf = new int[slices.count() + 1];
    IntList stack = new IntList();
    for (int slice = 1; slice < stackOf.length; slice++) {
      int first = slices.get(slice, 0);
      int length = slices.get(slice, 1);
      if (length > locationIndices.size() - first) {
        throw InputException.malformed(
            start,
            "a sample's stack is "
                + length
                + " locations from "
                + first
                + ", the profile has "
                + locationIndices.size());
      }
      stack.clear();
      for (int i = first; i < first + length; i++) {
        budget.spendReference(start);
        int location = locationIndices.get(i);
        if (location > dictionary.locationCount()) {
          throw InputException.malformed(
              start,
              "location " + location + " is named, the largest is " + dictionary.locationCount());
        }
        stack.add(location);
      }
      stackOf[slice] = dictionary.stacks.intern(stack);
    }
    for (int sample = 0; sample < samples.count(); sample++) {
      samples.stacks.set(sample, stackOf[samples.stacks.get(sample)]);
    }
  }
}
