package dev.plumbline.run;

import dev.plumbline.kernel.unwind.EndReason;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/**
 * How user stacks ended: over the whole run, and over the last fetch as one line. Confined to the
 * run's thread.
 */
final class StackQuality {
  private final EnumMap<EndReason, Long> ofFetch = new EnumMap<>(EndReason.class);
  private final EnumMap<EndReason, Long> ofRun = new EnumMap<>(EndReason.class);

  void startFetch() {
    ofFetch.clear();
  }

  void add(EndReason reason, long samples) {
    ofFetch.merge(reason, samples, Long::sum);
    ofRun.merge(reason, samples, Long::sum);
  }

  /** Samples of the run by the reason of their end. */
  Map<EndReason, Long> ofRun() {
    return Map.copyOf(ofRun);
  }

  /** Such as {@code 194 samples, user stacks 99.5 % complete, read_fault 1}. */
  String line() {
    long samples = 0;
    long judged = 0;
    long complete = 0;
    StringBuilder reasons = new StringBuilder();
    for (Map.Entry<EndReason, Long> entry : ofFetch.entrySet()) {
      EndReason reason = entry.getKey();
      long count = entry.getValue();
      samples += count;
      if (reason == EndReason.KERNEL_THREAD || reason == EndReason.NOT_SELECTED) {
        continue;
      }
      judged += count;
      if (CpuStacks.reachesRoot(reason)) {
        complete += count;
      } else {
        String word = reason.name().toLowerCase(Locale.ROOT);
        reasons.append(", ").append(word).append(' ').append(count);
      }
    }
    if (judged == 0) {
      return samples + " samples";
    }
    return String.format(
        Locale.ROOT,
        "%d samples, user stacks %.1f %% complete%s",
        samples,
        100.0 * complete / judged,
        reasons);
  }
}
