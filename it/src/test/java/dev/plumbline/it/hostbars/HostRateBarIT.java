package dev.plumbline.it.hostbars;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.it.host.HostTestCase;
import dev.plumbline.it.received.ReceivedProfiles;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Many samples a second, and processes that hardly live: nothing is lost, all are complete. */
@Tag("bars")
@SuppressWarnings("try") // a setting is restored by closing it
class HostRateBarIT extends HostTestCase {
  private static final int SAMPLES_PER_SECOND = 20_000;
  private static final int SECONDS = 20;
  private static final int HERTZ = 997;
  private static final double MIN_COMPLETE_PERCENT = 95;

  @Test
  void highRate_losesNothing() throws Exception {
    int cpus = Runtime.getRuntime().availableProcessors();
    int hertz = Math.min(20_000, SAMPLES_PER_SECOND / cpus);
    for (int i = 0; i < cpus; i++) {
      launcher.workload("known_chain", List.of("-fomit-frame-pointer"));
    }
    try (KernelSetting rate = KernelSetting.set("perf_event_max_sample_rate", 100_000);
        KernelSetting share = KernelSetting.set("perf_cpu_time_max_percent", 0);
        KernelSetting statistics = KernelSetting.set("bpf_stats_enabled", 1);
        HostProfiler run = HostProfiler.start(launcher, directory, "--frequency=" + hertz)) {
      TimeUnit.SECONDS.sleep(5);
      BpfRuns before = BpfRuns.of(run.pid());
      ProcessCost costBefore = ProcessCost.of(run.pid());
      TimeUnit.SECONDS.sleep(SECONDS);
      BpfRuns after = BpfRuns.of(run.pid());
      ProcessCost costAfter = ProcessCost.of(run.pid());
      String err = run.terminate();
      long samples = after.runs() - before.runs();
      System.out.printf(
          Locale.ROOT,
          "%d Hz on %d CPUs: %.0f samples/s of %d, kernel %.2f us and user %.2f us a sample;"
              + " max_sample_rate at the end %d%n%s%n",
          hertz,
          cpus,
          (double) samples / SECONDS,
          hertz * cpus,
          after.microsSince(before),
          costAfter.userSecondsSince(costBefore) * 1e6 / samples,
          KernelSetting.get("perf_event_max_sample_rate"),
          err);
      assertThat(err).doesNotContain("lost {");
      assertThat(Completeness.received(run.collector()).total("samples/count")).isPositive();
    }
  }

  @Test
  void shortLivedProcesses_areCompleteUnderTheirOwnName() throws Exception {
    launcher.compiled("brief", List.of());
    for (int[] lives : new int[][] {{600, 20}, {300, 50}, {100, 200}}) {
      int count = lives[0];
      int millis = lives[1];
      try (HostProfiler run = HostProfiler.start(launcher, directory, "--frequency=" + HERTZ)) {
        TimeUnit.SECONDS.sleep(8);
        Process parent =
            new ProcessBuilder(
                    directory.resolve("brief").toString(),
                    Integer.toString(count),
                    Integer.toString(millis))
                .start();
        long cpuMillis = Long.parseLong(firstLine(parent));
        assertThat(parent.waitFor(60, TimeUnit.SECONDS)).isTrue();
        TimeUnit.SECONDS.sleep(3);
        run.terminate();
        ReceivedProfiles received = Completeness.received(run.collector());
        Completeness own =
            Completeness.of(
                received,
                profile -> true,
                sample ->
                    "brief".equals(sample.attributes().get("proc.comm"))
                        && sample.functions().contains("spin"));
        Completeness all =
            Completeness.of(
                received,
                profile -> true,
                sample -> "brief".equals(sample.attributes().get("proc.comm")));
        long expected = cpuMillis * HERTZ / 1000;
        System.out.printf(
            Locale.ROOT,
            "%d processes of %d ms: %s under their own name, %d with spin, of %d by CPU time%n",
            count,
            millis,
            all,
            own.samples(),
            expected);
        assertThat(all.percent()).isGreaterThanOrEqualTo(MIN_COMPLETE_PERCENT);
        assertThat(all.samples() * 100.0 / expected).isGreaterThanOrEqualTo(MIN_COMPLETE_PERCENT);
      }
    }
  }

  private static String firstLine(Process process) throws IOException {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      return reader.readLine();
    }
  }
}
