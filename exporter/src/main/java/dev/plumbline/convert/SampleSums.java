package dev.plumbline.convert;

import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.Link;
import dev.plumbline.profile.Sample;
import dev.plumbline.profile.StackTrace;
import dev.plumbline.wire.IntTupleTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Adds up samples of equal stack trace, attributes and link, in the order of their first
 * appearance. The caller's indexes are looked up by value once each, so that equal entries under
 * different indexes meet. Confined to one conversion.
 */
final class SampleSums {
  private final List<StackTrace> stackTraces = new ArrayList<>();
  private final List<Attributes> attributes = new ArrayList<>();
  private final List<Link> links = new ArrayList<>();
  private final Map<Object, Integer> known = new HashMap<>();
  private final int[] identity = new int[3];
  private IntTupleTable identities = new IntTupleTable(64);
  private long[] sums = new long[16];

  /** Number of that stack trace; an empty one is the frame that says so. */
  int stackTrace(StackTrace stackTrace) {
    return number(stackTrace.isEmpty() ? StackTrace.of(Frame.NO_STACK) : stackTrace, stackTraces);
  }

  int attributes(Attributes set) {
    return number(set, attributes);
  }

  int link(Link link) {
    return number(link, links);
  }

  private <T> int number(T value, List<T> values) {
    Integer number = known.putIfAbsent(value, values.size());
    if (number == null) {
      values.add(value);
      return values.size() - 1;
    }
    return number;
  }

  /** Another profile follows. */
  void begin() {
    identities = new IntTupleTable(1024);
    Arrays.fill(sums, 0);
  }

  /** Saturates. */
  void add(int stackTrace, int set, int link, long value) {
    identity[0] = stackTrace;
    identity[1] = set;
    identity[2] = link;
    int index = identities.intern(identity, 3);
    if (index >= sums.length) {
      sums = Arrays.copyOf(sums, index * 2);
    }
    long sum = sums[index] + value;
    boolean overflows = ((sums[index] ^ sum) & (value ^ sum)) < 0;
    sums[index] = overflows ? (value < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
  }

  /** Those since {@link #begin} whose sum is not zero. */
  List<Sample> samples() {
    List<Sample> samples = new ArrayList<>();
    for (int index = 1; index <= identities.count(); index++) {
      if (sums[index] != 0) {
        samples.add(
            Sample.of(
                stackTraces.get(identities.get(index, 0)),
                attributes.get(identities.get(index, 1)),
                links.get(identities.get(index, 2)),
                sums[index]));
      }
    }
    return samples;
  }
}
