package dev.plumbline.it.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.plumbline.it.host.HostTestCase;
import dev.plumbline.it.host.Launcher;
import dev.plumbline.it.peers.Peers.PeerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** {@code plumbline run} → a real OpenTelemetry Collector → its exporter → its own decoder. */
class HostCollectorIT extends HostTestCase {
  /** Processes that want as much as they get, by how far they step back for others. */
  private static final Map<String, String> NICENESS =
      Map.of("split_a", "0", "split_b", "4", "split_c", "9");

  private static final Pattern GROUP =
      Pattern.compile("(split_[abc]) samples/count: samples \\d+ value (\\d+) ");

  private static Peers peers;

  @BeforeAll
  static void buildPeers() throws IOException {
    Launcher.assumeRights();
    peers = Peers.build();
  }

  /** Ticks of 10 ms that a process has had the CPU, in user mode and in the kernel. */
  private static long cpuTicks(Process process) throws IOException {
    String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
    String[] words = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return Long.parseLong(words[11]) + Long.parseLong(words[12]);
  }

  @Test
  void threeProcesses_arriveWithTheirSplitAndNothingIsRefused() throws Exception {
    Path program = launcher.compiled("known_chain", List.of("-fomit-frame-pointer"));
    Map<String, Process> processes = new HashMap<>();
    for (Map.Entry<String, String> each : NICENESS.entrySet()) {
      Path copy = Files.copy(program, directory.resolve(each.getKey()));
      processes.put(
          each.getKey(), launcher.started("nice", "-n", each.getValue(), copy.toString()));
    }
    int in = Peers.freePort();
    int out = Peers.freePort();
    try (PeerProcess sink =
            peers.start(
                out,
                directory.resolve("sink.log"),
                "sink",
                "-listen",
                "127.0.0.1:" + out,
                "-keep",
                directory.resolve("request").toString());
        PeerProcess collector =
            peers.collector(
                in, directory.resolve("collector.log"), "127.0.0.1:" + out, "-gate=true")) {
      Map<String, Double> truth = profile(processes, in);
      awaitForwarded();
      assertThat(sink.process().isAlive()).isTrue();
      assertThat(collector.process().isAlive()).isTrue();

      String shown = inspect();
      Map<String, Long> values = values(shown);
      assertThat(values.keySet()).as(shown).isEqualTo(NICENESS.keySet());
      long all = values.values().stream().mapToLong(Long::longValue).sum();
      values.forEach(
          (name, value) ->
              assertThat((double) value / all)
                  .as(name + " of " + values + ", by the kernel " + truth)
                  .isCloseTo(truth.get(name), within(0.02)));
      assertThat(shown)
          .contains("resource process.executable.name=split_a")
          .contains("resource host.arch=")
          .contains("resource os.type=linux");
    }
    assertThat(launcher.err()).doesNotContain("Warning: exporter", "rejected", "refused");
  }

  /** Shares of the three while they were profiled, by the kernel's account. */
  private Map<String, Double> profile(Map<String, Process> processes, int port) throws Exception {
    Path config = directory.resolve("ig-config.yaml");
    Files.writeString(
        config,
        """
        operator:
          otel-profiles:
            exporters:
              collector: { exporter: otlp-grpc, endpoint: "127.0.0.1:%d", insecure: true, compression: gzip }
        """
            .formatted(port));
    Process run =
        launcher.plumbline(
            "run",
            "profile_cpu",
            "--config=" + config,
            "--otel-profiles-exporter=collector",
            "--frequency=499",
            "-t",
            "16",
            "-o",
            "json");
    awaitFirstRecords();
    Map<String, Long> before = new HashMap<>();
    for (Map.Entry<String, Process> each : processes.entrySet()) {
      before.put(each.getKey(), cpuTicks(each.getValue()));
    }
    launcher.awaitSuccess(run, 90);
    Map<String, Double> truth = new HashMap<>();
    double all = 0;
    for (Map.Entry<String, Process> each : processes.entrySet()) {
      long ticks = cpuTicks(each.getValue()) - before.get(each.getKey());
      truth.put(each.getKey(), (double) ticks);
      all += ticks;
    }
    double sum = all;
    truth.replaceAll((name, ticks) -> ticks / sum);
    return truth;
  }

  private void awaitFirstRecords() throws Exception {
    for (int i = 0; i < 300 && !launcher.out().contains("split_a"); i++) {
      Thread.sleep(100);
    }
    assertThat(launcher.out()).as(launcher.err()).contains("split_a");
  }

  private static Map<String, Long> values(String shown) {
    Map<String, Long> values = new HashMap<>();
    Matcher matcher = GROUP.matcher(shown);
    while (matcher.find()) {
      values.put(matcher.group(1), Long.parseLong(matcher.group(2)));
    }
    return values;
  }

  /** The Collector forwards on its own time: waits until nothing new has come for a second. */
  private void awaitForwarded() throws Exception {
    int before = -1;
    for (int i = 0; i < 30 && (before < 1 || before != Peers.requestsIn(directory).size()); i++) {
      before = Peers.requestsIn(directory).size();
      Thread.sleep(1_000);
    }
  }

  private String inspect() throws IOException {
    List<String> arguments =
        new ArrayList<>(List.of("inspect", "-resources", "-by", "service.name"));
    Peers.requestsIn(directory).forEach(file -> arguments.add(file.toString()));
    return peers.call(arguments);
  }
}
