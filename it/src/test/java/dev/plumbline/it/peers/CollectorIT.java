package dev.plumbline.it.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.plumbline.it.jvm.ChildJvm;
import dev.plumbline.it.peers.Peers.PeerProcess;
import dev.plumbline.it.received.ReceivedProfiles;
import dev.plumbline.otlp.OtlpEncoder;
import dev.plumbline.otlp.OtlpLevel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Agent → a real OpenTelemetry Collector → its exporter → its own decoder. */
class CollectorIT {
  private static final Pattern MATCHED =
      Pattern.compile("split-shop (\\S+): samples \\d+ value (\\d+) .* samples \\d+ value (\\d+)");

  private static Peers peers;

  @TempDir Path directory;

  @BeforeAll
  static void buildPeers() {
    peers = Peers.build();
  }

  @Test
  void collector_forwards_known_shares_and_every_resource_attribute() throws IOException {
    final int in = Peers.freePort();
    final int out = Peers.freePort();
    final Map<String, Double> truth;
    try (PeerProcess sink = startSink(out);
        PeerProcess collector = startCollector(in, out, true)) {
      truth = runSplit(in);
      awaitForwarded(3);
      assertThat(sink.process().isAlive()).isTrue();
      assertThat(collector.process().isAlive()).isTrue();
    }
    final String shown = inspect("CpuSplit.heavy");
    assertThat(shown).contains("jvm=");
    final Map<String, String> resource = sentResource();
    assertThat(resource)
        .containsEntry("service.name", "split-shop")
        .containsEntry("deployment.environment.name", "it")
        .containsEntry("telemetry.sdk.language", "java")
        .containsKeys("process.pid", "service.instance.id", "process.runtime.version");
    assertThat(shown.lines().filter(line -> line.startsWith("resource ")))
        .containsExactlyInAnyOrderElementsOf(
            resource.entrySet().stream().map(entry -> "resource " + entry).toList());
    assertThat(share("samples/count", "CpuSplit.heavy", "CpuSplit.run"))
        .isCloseTo(truth.get("cpu.heavy"), within(0.02));
    assertThat(share("alloc_space/bytes", "AllocationSplit.large", "AllocationSplit.run"))
        .isCloseTo(truth.get("alloc.large"), within(0.02));
    final double longer = matchedValue("delay/nanoseconds", "LockSplit.enterLonger");
    final double shorter = matchedValue("delay/nanoseconds", "LockSplit.enterShorter");
    assertThat(longer / (longer + shorter)).isCloseTo(truth.get("lock.longer"), within(0.02));
  }

  @Test
  void collector_without_the_feature_gate_is_explained_in_one_line() throws IOException {
    final int in = Peers.freePort();
    final int out = Peers.freePort();
    try (PeerProcess sink = startSink(out);
        PeerProcess collector = startCollector(in, out, false);
        ChildJvm jvm =
            ChildJvm.of("dev.plumbline.it.app.EndingApp", "return", "2500", "0")
                .withAgent()
                .agent("exit.timeout", "30s")
                .agent("interval", "1s")
                .agent("start", "sync")
                .env("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:" + in)
                .start()) {
      assertThat(jvm.awaitExit(Duration.ofSeconds(60))).isZero();
      assertThat(jvm.stderr().lines().filter(line -> line.contains("service.profilesSupport")))
          .as(jvm.output())
          .hasSize(1);
      assertThat(sink.process().isAlive()).isTrue();
      assertThat(collector.process().isAlive()).isTrue();
    }
  }

  @Test
  void request_of_an_older_level_is_seen_to_be_garbage() throws IOException {
    final int in = Peers.freePort();
    final int out = Peers.freePort();
    final Path right = write(OtlpLevel.V1_10);
    final Path wrong = write(OtlpLevel.V1_8);
    assertThat(peers.call(List.of("inspect", "-by", "service.name", right.toString())))
        .contains("bench samples/count: samples 1 value " + SampleRequest.VALUE + " ");
    try (PeerProcess sink = startSink(out);
        PeerProcess collector = startCollector(in, out, true)) {
      final String sent =
          peers.call(
              List.of(
                  "load", "-n", "1", "-workers", "1", "-target", "127.0.0.1:" + in, wrong + ""));
      // Refused as malformed, or taken without an error and forwarded as something else.
      if (sent.contains(" 0 failed")) {
        awaitForwarded(1);
        assertThat(inspect("App.run"))
            .doesNotContain("bench samples/count: samples 1 value " + SampleRequest.VALUE + " ");
      }
      assertThat(sink.process().isAlive()).isTrue();
      assertThat(collector.process().isAlive()).isTrue();
    }
  }

  private Path write(OtlpLevel level) throws IOException {
    return SampleRequest.write(
        OtlpEncoder.builder(level).build(), directory.resolve("level-" + level));
  }

  private PeerProcess startSink(int port) {
    return peers.start(
        port,
        directory.resolve("sink.log"),
        "sink",
        "-listen",
        "127.0.0.1:" + port,
        "-keep",
        directory.resolve("request").toString());
  }

  private PeerProcess startCollector(int in, int out, boolean gate) {
    return peers.collector(
        in, directory.resolve("collector.log"), "127.0.0.1:" + out, "-gate=" + gate);
  }

  /** Of the copies that the agent kept of all that it sent. */
  private Map<String, String> sentResource() throws IOException {
    final List<byte[]> bodies = new ArrayList<>();
    try (Stream<Path> files = Files.list(copies())) {
      for (Path file : files.filter(path -> path.toString().endsWith(".otlp")).toList()) {
        bodies.add(Files.readAllBytes(file));
      }
    }
    final Set<Map<String, String>> resources = ReceivedProfiles.of(bodies).resources();
    assertThat(resources).hasSize(1);
    return resources.iterator().next();
  }

  private Path copies() {
    return directory.resolve("copies");
  }

  private Map<String, Double> runSplit(int port) {
    try (ChildJvm jvm =
        ChildJvm.of("dev.plumbline.it.app.SplitApp", "10", "2")
            .withAgent()
            .agent("exit.timeout", "30s")
            .agent("interval", "2s")
            .agent("alloc", "256k")
            .agent("alloc.adaptive", "false")
            .agent("export.file", copies().toString())
            .env("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:" + port)
            .env("OTEL_SERVICE_NAME", "split-shop")
            .env("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment.name=it")
            .start()) {
      assertThat(jvm.awaitExit(Duration.ofSeconds(90))).as(jvm.output()).isZero();
      return jvm.truth();
    }
  }

  /** The Collector forwards on its own time: waits until nothing new has come for a second. */
  private void awaitForwarded(int atLeast) throws IOException {
    int before = -1;
    for (int i = 0;
        i < 30 && (before < atLeast || before != Peers.requestsIn(directory).size());
        i++) {
      before = Peers.requestsIn(directory).size();
      try {
        Thread.sleep(1_000);
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private double share(String type, String function, String within) throws IOException {
    return (double) matchedValue(type, function) / matchedValue(type, within);
  }

  private long matchedValue(String type, String function) throws IOException {
    final Matcher matcher = MATCHED.matcher(inspect(function));
    while (matcher.find()) {
      if (matcher.group(1).equals(type)) {
        return Long.parseLong(matcher.group(3));
      }
    }
    throw new AssertionError("no " + type + " in\n" + inspect(function));
  }

  private String inspect(String function) throws IOException {
    final List<String> arguments =
        new ArrayList<>(
            List.of("inspect", "-resources", "-by", "service.name", "-frame", function));
    Peers.requestsIn(directory).forEach(file -> arguments.add(file.toString()));
    return peers.call(arguments);
  }
}
