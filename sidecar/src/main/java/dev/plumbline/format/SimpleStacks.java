package dev.plumbline.format;

import dev.plumbline.pprof.PprofBuilder;
import dev.plumbline.pprof.PprofProfile;
import dev.plumbline.wire.IntList;
import java.util.List;

/** Puts stacks of names together to a pprof profile of one type. Confined to one read. */
final class SimpleStacks {
  private final PprofBuilder builder = new PprofBuilder();
  private final IntList stack = new IntList();

  SimpleStacks(String type, String unit) {
    builder.sampleType(builder.string(type), builder.string(unit));
  }

  /**
   * @param rootToLeaf names of functions
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
    builder.sample(builder.stack(stack), 0, new long[] {value});
  }

  PprofProfile build() {
    return builder.build();
  }
}
