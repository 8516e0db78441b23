package dev.plumbline.scrape;

import dev.plumbline.pprof.PprofProfile;
import dev.plumbline.wire.IntList;
import dev.plumbline.wire.LongList;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a target had counted when it was last asked, so that the next answer becomes what happened
 * since (hop 3): its counters grow from its start on, and adding them up would count everything
 * again and again. Bounded by the one answer that it was made of. Immutable.
 */
final class CounterBase {
  private final Set<String> types;
  private final long timeUnixNanos;
  private final Map<ByteBuffer, long[]> counts;

  private CounterBase(Set<String> types, long timeUnixNanos, Map<ByteBuffer, long[]> counts) {
    this.types = types;
    this.timeUnixNanos = timeUnixNanos;
    this.counts = counts;
  }

  /**
   * Of an answer.
   *
   * @param counters the answer with its counters alone
   * @param types their names
   * @param timeUnixNanos when it was counted
   */
  static CounterBase of(PprofProfile counters, Set<String> types, long timeUnixNanos) {
    SampleKeys keys = new SampleKeys(counters);
    Map<ByteBuffer, long[]> counts = new HashMap<>();
    for (int sample = 0; sample < counters.sampleCount(); sample++) {
      long[] sum =
          counts.computeIfAbsent(keys.of(sample), absent -> new long[counters.sampleTypeCount()]);
      for (int type = 0; type < sum.length; type++) {
        sum[type] += counters.value(sample, type);
      }
    }
    return new CounterBase(Set.copyOf(types), timeUnixNanos, counts);
  }

  /**
   * What was counted from this base to that one, which was made of these counters; null if they
   * count something else. A target that began anew counts from zero: then all is new.
   */
  @Nullable PprofProfile until(CounterBase next, PprofProfile counters) {
    if (!types.equals(next.types)) {
      return null;
    }
    // The target's clock may have been set back.
    long start = Math.min(timeUnixNanos, next.timeUnixNanos - 1);
    boolean isAnew = isReset(next);
    SampleKeys keys = new SampleKeys(counters);
    Map<ByteBuffer, long[]> left = new HashMap<>(next.counts);
    IntList rows = new IntList();
    LongList values = new LongList();
    for (int sample = 0; sample < counters.sampleCount(); sample++) {
      ByteBuffer key = keys.of(sample);
      long[] now = left.remove(key);
      if (now == null) {
        continue; // one of several of this stack, and the first has the sum of all
      }
      long[] delta = minus(now, isAnew ? null : counts.get(key));
      if (Arrays.stream(delta).anyMatch(value -> value != 0)) {
        rows.add(sample);
        Arrays.stream(delta).forEach(values::add);
      }
    }
    return counters.withValues(rows, values).withInterval(start, next.timeUnixNanos - start);
  }

  private static long[] minus(long[] now, long @Nullable [] before) {
    long[] delta = now.clone();
    for (int type = 0; before != null && type < delta.length; type++) {
      delta[type] -= before[type];
    }
    return delta;
  }

  /** Nothing was ever counted: also what a runtime answers by mistake now and then. */
  boolean isEmpty() {
    return counts.isEmpty();
  }

  /** A counter that fell, or none that is known any more: no target does that while it runs. */
  private boolean isReset(CounterBase next) {
    boolean isAnyKnown = counts.isEmpty();
    for (Map.Entry<ByteBuffer, long[]> entry : next.counts.entrySet()) {
      long[] before = counts.get(entry.getKey());
      isAnyKnown |= before != null;
      for (int type = 0; before != null && type < before.length; type++) {
        if (entry.getValue()[type] < before[type]) {
          return true;
        }
      }
    }
    return !isAnyKnown;
  }
}
