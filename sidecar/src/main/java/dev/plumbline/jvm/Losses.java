package dev.plumbline.jvm;

import dev.plumbline.profile.Frame;
import java.util.EnumMap;
import java.util.Map;

/** Words that have no name, by reason. Confined to the thread that reads the target. */
final class Losses {
  private final Map<Unresolved, Long> byReason = new EnumMap<>(Unresolved.class);
  private long total;

  /** Counts a word, and gives the frame that stands for it. */
  Frame marker(Unresolved reason) {
    byReason.merge(reason, 1L, Long::sum);
    total++;
    return reason.frame();
  }

  long count(Unresolved reason) {
    return byReason.getOrDefault(reason, 0L);
  }

  long total() {
    return total;
  }
}
