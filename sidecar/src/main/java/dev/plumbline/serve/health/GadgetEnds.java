package dev.plumbline.serve.health;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.plumbline.kernel.unwind.EndReason;
import dev.plumbline.metric.Metric;
import dev.plumbline.serve.source.RunningGadget;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * How the stacks of a gadget ended, from the numbers of its probe: over all, and by process. Made
 * for one answer, confined to its thread.
 */
final class GadgetEnds {
  private static final String STACKS = "plumbline_stacks_total";
  private static final int MAX_PROCESSES = 100;

  private final Ends all = new Ends("", 0);
  private final Map<String, Ends> byPid = new HashMap<>();

  private GadgetEnds() {}

  static GadgetEnds of(RunningGadget gadget) {
    GadgetEnds ends = new GadgetEnds();
    gadget.report(ends::add);
    return ends;
  }

  private void add(Metric metric, long value, String... labels) {
    if (!metric.name().equals(STACKS)) {
      return;
    }
    String process = labels[metric.labels().indexOf("process")];
    String pid = labels[metric.labels().indexOf("pid")];
    String reason = labels[metric.labels().indexOf("end")];
    all.add(reason, value);
    byPid
        .computeIfAbsent(
            pid, absent -> new Ends(process, pid.matches("\\d{1,9}") ? Long.parseLong(pid) : 0))
        .add(reason, value);
  }

  void write(JsonGenerator json) throws IOException {
    all.write(json);
    json.writeArrayFieldStart("processes");
    List<Ends> most =
        byPid.values().stream()
            .sorted(Comparator.comparingLong((Ends ends) -> ends.samples).reversed())
            .limit(MAX_PROCESSES)
            .toList();
    for (Ends ends : most) {
      json.writeStartObject();
      json.writeNumberField("pid", ends.pid);
      json.writeStringField("name", ends.process);
      json.writeNullField("service");
      json.writeNumberField("samples", ends.samples);
      ends.write(json);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** Of one process, or of all. */
  private static final class Ends {
    private final String process;
    private final long pid;
    private final Map<String, Long> incomplete = new TreeMap<>();
    private long samples;
    private long unjudged;

    Ends(String process, long pid) {
      this.process = process;
      this.pid = pid;
    }

    void add(String reason, long count) {
      samples += count;
      if (isJudged(reason) && !isComplete(reason)) {
        incomplete.merge(reason, count, Long::sum);
      }
      if (!isJudged(reason)) {
        unjudged += count;
      }
    }

    /** A thread of the kernel has no user stack, and one that was not selected is not walked. */
    private static boolean isJudged(String reason) {
      return !reason.equals(word(EndReason.KERNEL_THREAD))
          && !reason.equals(word(EndReason.NOT_SELECTED));
    }

    private static boolean isComplete(String reason) {
      for (EndReason known : EndReason.values()) {
        if (word(known).equals(reason)) {
          return known.isComplete() || known == EndReason.FRAME_POINTER;
        }
      }
      return reason.equals("root");
    }

    private static String word(EndReason reason) {
      return reason.name().toLowerCase(Locale.ROOT);
    }

    void write(JsonGenerator json) throws IOException {
      long ended = incomplete.values().stream().mapToLong(Long::longValue).sum();
      long judged = samples - unjudged;
      if (judged == 0) {
        json.writeNullField("completeShare");
      } else {
        json.writeNumberField("completeShare", (judged - ended) / (double) judged);
      }
      HealthJson.counts(json, "endReasons", incomplete);
    }
  }
}
