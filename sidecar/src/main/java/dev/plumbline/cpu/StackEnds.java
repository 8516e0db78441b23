package dev.plumbline.cpu;

import dev.plumbline.kernel.unwind.EndReason;
import dev.plumbline.metric.Metric;
import dev.plumbline.metric.MetricSink;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the user stacks of each process ended, counted over a run. Bounded: the process that had no
 * sample for longest gives its counts to those of all forgotten ones. Written by the run's thread,
 * read by any.
 */
final class StackEnds {
  /** Processes whose counts are kept apart. */
  static final int MAX_PROCESSES = 1024;

  static final Metric STACKS =
      Metric.counter(
          "plumbline_stacks_total",
          "User stacks by process and by the reason of their end; root is a complete one.",
          "process",
          "pid",
          "end");

  /** What the counts of processes that are not kept apart are reported under. */
  private static final Owner FORGOTTEN = new Owner(0, "");

  private static final Map<EndReason, String> WORDS = new EnumMap<>(EndReason.class);

  static {
    for (EndReason reason : EndReason.values()) {
      WORDS.put(reason, reason.name().toLowerCase(Locale.ROOT));
    }
  }

  private final Object lock = new Object();
  private final Map<Owner, EnumMap<EndReason, Long>> counts = new LinkedHashMap<>(64, 0.75f, true);

  /**
   * A process as it is shown.
   *
   * @param name of its program, or of the thread that was seen
   */
  record Owner(int pid, String name) {
    // Written out: what a record has by itself is made at its first call, which is at the start.
    @Override
    public boolean equals(@Nullable Object o) {
      return o instanceof Owner other && pid == other.pid && name.equals(other.name);
    }

    @Override
    public int hashCode() {
      return 31 * pid + name.hashCode();
    }
  }

  void add(int pid, String name, EndReason reason, long stacks) {
    synchronized (lock) {
      of(new Owner(pid, name)).merge(reason, stacks, Long::sum);
      if (counts.size() > MAX_PROCESSES) {
        forgetOne();
      }
    }
  }

  private EnumMap<EndReason, Long> of(Owner process) {
    return counts.computeIfAbsent(process, absent -> new EnumMap<>(EndReason.class));
  }

  private void forgetOne() {
    Owner eldest = null;
    for (Owner process : counts.keySet()) {
      if (!process.equals(FORGOTTEN)) {
        eldest = process;
        break;
      }
    }
    EnumMap<EndReason, Long> last = eldest == null ? null : counts.remove(eldest);
    if (last != null) {
      last.forEach((reason, stacks) -> of(FORGOTTEN).merge(reason, stacks, Long::sum));
    }
  }

  /** One number a process and reason. */
  void report(MetricSink sink) {
    for (Row row : rows()) {
      sink.accept(
          STACKS,
          row.stacks(),
          row.process().name(),
          row.process().pid() == 0 ? "" : Integer.toString(row.process().pid()),
          word(row.reason()));
    }
  }

  private record Row(Owner process, EndReason reason, long stacks) {}

  private List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    synchronized (lock) { // a copy, since a sink may wait
      counts.forEach(
          (process, ends) ->
              ends.forEach((reason, stacks) -> rows.add(new Row(process, reason, stacks))));
    }
    return rows;
  }

  /** As a reason is shown everywhere. */
  static String word(EndReason reason) {
    return WORDS.getOrDefault(reason, "");
  }
}
