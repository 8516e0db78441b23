package dev.plumbline.metric;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.nio.file.Files;
import java.nio.file.Path;

/** What this process costs. Thread-safe. */
public final class ProcessMetrics implements ScrapeSource {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final double MILLIS = 1e3;
  private static final double NANOS = 1e9;

  private final String version;

  public ProcessMetrics(String version) {
    this.version = version;
  }

  @Override
  public void collect(Scrape sink) {
    sink.gauge("build_info", "Always 1; the version is a label.", 1, "version", version);
    sink.gauge(
        "process_start_time_seconds",
        "When the process started, since the epoch.",
        ManagementFactory.getRuntimeMXBean().getStartTime() / MILLIS);
    sink.counter(
        "process_cpu_seconds",
        "CPU time of this process.",
        ProcessHandle.current()
            .info()
            .totalCpuDuration()
            .map(d -> d.toNanos() / NANOS)
            .orElse(0.0));
    sink.gauge("process_resident_bytes", "Resident memory of this process.", residentBytes());
    MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    sink.gauge("heap_used_bytes", "Java heap in use.", heap.getUsed());
    sink.gauge("heap_limit_bytes", "Most that the Java heap may have.", heap.getMax());
    sink.gauge(
        "process_threads", "Java threads.", ManagementFactory.getThreadMXBean().getThreadCount());
  }

  private static double residentBytes() {
    try {
      for (String line : Files.readAllLines(STATUS)) {
        if (line.startsWith("VmRSS:")) {
          return Double.parseDouble(line.replaceAll("[^0-9]", "")) * 1024;
        }
      }
    } catch (IOException | NumberFormatException ignored) {
      // Without /proc there is no figure.
    }
    return Double.NaN;
  }
}
