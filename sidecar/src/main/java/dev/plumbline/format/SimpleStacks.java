package dev.plumbline.format;

import dev.plumbline.pprof.PprofBuilder;
import dev.plumbline.pprof.PprofProfile;
import dev.plumbline.tree.StackSums;
import dev.plumbline.wire.IntList;
import dev.plumbline.wire.LongList;
import java.util.List;

/**
 * Puts stacks of names together to a pprof profile of one type, equal stacks as one sample.
 * Confined to one read.
 */
final class SimpleStacks {
  private final PprofBuilder builder = new PprofBuilder();
  private final IntList stack = new IntList();

  /** Of the stacks in their order: the builder numbers them from 1. */
  private final LongList values = new LongList();

  SimpleStacks(String type, String unit) {
    builder.sampleType(builder.string(type), builder.string(unit));
  }

  /**
   * @param rootToLeaf names of functions, at least one
   */
  void add(List<String> rootToLeaf, long value) {
    stack.clear();
    for (int i = rootToLeaf.size() - 1; i >= 0; i--) {
      int name = builder.string(rootToLeaf.get(i));
      int function = builder.function(name, name, 0, 0);
      builder.beginLocation(0, 0, false);
      builder.line(function, 0, 0);
      stack.add(builder.endLocation());
    }
    int index = builder.stack(stack);
    if (index > values.size()) {
      values.add(value);
    } else {
      values.set(index - 1, StackSums.saturatedSum(values.get(index - 1), value));
    }
  }

  boolean isEmpty() {
    return values.size() == 0;
  }

  PprofProfile build() {
    for (int i = 0; i < values.size(); i++) {
      builder.sample(i + 1, 0, new long[] {values.get(i)});
    }
    return builder.build();
  }
}
