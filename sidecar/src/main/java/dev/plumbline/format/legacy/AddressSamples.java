package dev.plumbline.format.legacy;

import dev.plumbline.pprof.PprofBuilder;
import dev.plumbline.wire.IntList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Samples whose stacks are addresses, the leaf first. Confined to one read. */
final class AddressSamples {
  /** One sample in so many may differ where all others have the same second frame. */
  private static final int SAMPLES_PER_EXCEPTION = 32;

  private static final int MAX_HANDLER_FRAMES = 2;

  private final List<long[]> stacks = new ArrayList<>();
  private final List<long[]> values = new ArrayList<>();
  private final List<Long> objectBytes = new ArrayList<>();

  void add(long[] stack, long... valuesOfTypes) {
    addObjects(stack, 0, valuesOfTypes);
  }

  /**
   * @param bytesOfOne of the sample's objects, which becomes a label; 0 for none
   */
  void addObjects(long[] stack, long bytesOfOne, long... valuesOfTypes) {
    stacks.add(stack);
    values.add(valuesOfTypes);
    objectBytes.add(bytesOfOne);
  }

  boolean isEmpty() {
    return stacks.isEmpty();
  }

  /** One more of the last sample, if there is one. */
  void repeatLast() {
    if (!values.isEmpty()) {
      values.get(values.size() - 1)[0]++;
    }
  }

  /**
   * Takes away the frames that a signal handler pushes: the second of nearly every stack. The leaf
   * is always right, since it comes from the interrupted context.
   */
  void removeHandlerFrames() {
    for (int i = 0; i < MAX_HANDLER_FRAMES; i++) {
      Map<Long, Integer> seconds = new HashMap<>();
      for (long[] stack : stacks) {
        if (stack.length > 1) {
          seconds.merge(stack[1], 1, Integer::sum);
        }
      }
      int enough = stacks.size() - stacks.size() / SAMPLES_PER_EXCEPTION;
      seconds.forEach(
          (address, count) -> {
            if (count >= enough) {
              stacks.replaceAll(
                  stack -> stack.length > 1 && stack[1] == address ? withoutSecond(stack) : stack);
            }
          });
    }
  }

  /** The unwinder may say the leaf once more, moved back as if it were a call. */
  void removeRepeatedLeaves() {
    stacks.replaceAll(
        stack -> stack.length > 1 && stack[0] == stack[1] + 1 ? withoutSecond(stack) : stack);
  }

  private static long[] withoutSecond(long[] stack) {
    long[] shorter = new long[stack.length - 1];
    shorter[0] = stack[0];
    System.arraycopy(stack, 2, shorter, 1, stack.length - 2);
    return shorter;
  }

  void writeTo(PprofBuilder builder, Places places) {
    places.writeTo(builder);
    IntList stack = new IntList();
    for (int sample = 0; sample < stacks.size(); sample++) {
      stack.clear();
      for (long address : stacks.get(sample)) {
        stack.add(places.location(builder, address));
      }
      builder.sample(
          builder.stack(stack), labels(builder, objectBytes.get(sample)), values.get(sample));
    }
  }

  private static int labels(PprofBuilder builder, long bytesOfOne) {
    if (bytesOfOne == 0) {
      return 0;
    }
    int bytes = builder.string("bytes");
    builder.beginLabels();
    builder.numberLabel(bytes, bytesOfOne, bytes);
    return builder.endLabels();
  }
}
