package dev.plumbline.it.hostbars;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What a process has cost so far. Immutable.
 *
 * @param userMillis CPU time in user mode
 * @param systemMillis CPU time in the kernel on its behalf
 * @param residentMegabytes now
 * @param peakMegabytes highest so far
 */
record ProcessCost(
    long userMillis, long systemMillis, double residentMegabytes, double peakMegabytes) {
  private static final long MILLIS_PER_TICK = 10;

  static ProcessCost of(long pid) throws IOException {
    Path process = Path.of("/proc", Long.toString(pid));
    String stat = Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1);
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    List<String> status = Files.readAllLines(process.resolve("status"));
    return new ProcessCost(
        Long.parseLong(fields[11]) * MILLIS_PER_TICK,
        Long.parseLong(fields[12]) * MILLIS_PER_TICK,
        megabytes(status, "VmRSS:"),
        megabytes(status, "VmHWM:"));
  }

  private static double megabytes(List<String> status, String field) {
    return status.stream()
            .filter(line -> line.startsWith(field))
            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
            .sum()
        / 1024.0;
  }

  /** User CPU seconds since an earlier moment. */
  double userSecondsSince(ProcessCost before) {
    return (userMillis - before.userMillis) / 1000.0;
  }

  /** CPU seconds in the kernel since an earlier moment. */
  double systemSecondsSince(ProcessCost before) {
    return (systemMillis - before.systemMillis) / 1000.0;
  }
}
