package dev.plumbline.it.hostbars;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * How often the sampling program of a process has run so far and for how long, by the kernel's own
 * statistics ({@code kernel.bpf_stats_enabled}); programs that it goes on with are part of it.
 * Immutable.
 */
record BpfRuns(long runs, long nanos) {
  private static final String PERF_EVENT = "7";

  static BpfRuns of(long pid) throws IOException {
    long runs = 0;
    long nanos = 0;
    Set<String> seen = new HashSet<>();
    try (var descriptors = Files.list(Path.of("/proc", Long.toString(pid), "fdinfo"))) {
      for (Path descriptor : descriptors.toList()) {
        List<String> lines;
        try {
          lines = Files.readAllLines(descriptor);
        } catch (IOException ignored) { // it was closed meanwhile
          continue;
        }
        if (PERF_EVENT.equals(value(lines, "prog_type:")) && seen.add(value(lines, "prog_id:"))) {
          runs += Long.parseLong(value(lines, "run_cnt:"));
          nanos += Long.parseLong(value(lines, "run_time_ns:"));
        }
      }
    }
    return new BpfRuns(runs, nanos);
  }

  private static String value(List<String> lines, String name) {
    return lines.stream()
        .filter(line -> line.startsWith(name))
        .map(line -> line.substring(name.length()).strip())
        .findFirst()
        .orElse("");
  }

  /** Microseconds of one run since an earlier moment. */
  double microsSince(BpfRuns before) {
    return (nanos - before.nanos) / 1000.0 / Math.max(1, runs - before.runs);
  }
}
