package dev.plumbline.cpu;

import dev.plumbline.kernel.unwind.EndReason;
import dev.plumbline.output.TerminalText;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How the user stacks of one fetch ended, as lines: one for all of them, then one for each of the
 * processes with most incomplete ones. Confined to the run's thread.
 */
final class StackQuality {
  private static final int MAX_LINES = 5;

  private final EnumMap<EndReason, Long> ofAll = new EnumMap<>(EndReason.class);
  private final Map<StackEnds.Owner, EnumMap<EndReason, Long>> ofProcess = new LinkedHashMap<>();

  void startFetch() {
    ofAll.clear();
    ofProcess.clear();
  }

  void add(int pid, String name, EndReason reason, long samples) {
    ofAll.merge(reason, samples, Long::sum);
    ofProcess
        .computeIfAbsent(new StackEnds.Owner(pid, name), absent -> new EnumMap<>(EndReason.class))
        .merge(reason, samples, Long::sum);
  }

  /**
   * Such as {@code 194 samples, user stacks 99.5 % complete, read_fault 1} and {@code node (12): 8
   * samples, user stacks 87.5 % complete, read_fault 1}.
   */
  String lines() {
    StringBuilder lines = new StringBuilder(line(ofAll));
    List<Map.Entry<StackEnds.Owner, EnumMap<EndReason, Long>>> worst = new ArrayList<>();
    for (Map.Entry<StackEnds.Owner, EnumMap<EndReason, Long>> entry : ofProcess.entrySet()) {
      if (incomplete(entry.getValue()) > 0) {
        worst.add(entry);
      }
    }
    worst.sort((a, b) -> Long.compare(incomplete(b.getValue()), incomplete(a.getValue())));
    for (Map.Entry<StackEnds.Owner, EnumMap<EndReason, Long>> entry :
        worst.subList(0, Math.min(MAX_LINES, worst.size()))) {
      StackEnds.Owner process = entry.getKey();
      lines.append('\n').append(TerminalText.of(process.name()));
      lines.append(" (").append(process.pid()).append("): ");
      lines.append(line(entry.getValue()));
    }
    return lines.toString();
  }

  private static boolean isJudged(EndReason reason) {
    return reason != EndReason.KERNEL_THREAD && reason != EndReason.NOT_SELECTED;
  }

  private static long incomplete(Map<EndReason, Long> ends) {
    long incomplete = 0;
    for (Map.Entry<EndReason, Long> entry : ends.entrySet()) {
      boolean isCut = isJudged(entry.getKey()) && !CpuStacks.reachesRoot(entry.getKey());
      incomplete += isCut ? entry.getValue() : 0;
    }
    return incomplete;
  }

  private static String line(Map<EndReason, Long> ends) {
    long samples = 0;
    long judged = 0;
    StringBuilder reasons = new StringBuilder();
    for (Map.Entry<EndReason, Long> entry : ends.entrySet()) {
      EndReason reason = entry.getKey();
      samples += entry.getValue();
      judged += isJudged(reason) ? entry.getValue() : 0;
      if (isJudged(reason) && !CpuStacks.reachesRoot(reason)) {
        reasons.append(", ").append(StackEnds.word(reason)).append(' ').append(entry.getValue());
      }
    }
    if (judged == 0) {
      return samples + " samples";
    }
    double complete = 100.0 * (judged - incomplete(ends)) / judged;
    return String.format(
        Locale.ROOT, "%d samples, user stacks %.1f %% complete%s", samples, complete, reasons);
  }
}
