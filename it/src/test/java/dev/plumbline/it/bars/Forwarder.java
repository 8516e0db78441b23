package dev.plumbline.it.bars;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.it.host.Launcher;
import dev.plumbline.it.peers.Peers;
import dev.plumbline.it.peers.Peers.PeerProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What receives OTLP over gRPC and pprof over HTTP, sends OTLP over gRPC, and has its own sink. */
final class Forwarder {
  private static final long MILLIS_PER_TICK = 10;
  private static final long PATIENCE_NANOS = 120_000_000_000L;
  private static final Pattern RECEIVED = Pattern.compile("received (\\d+) requests");

  private final Peers peers;
  private final PeerProcess sink;
  private final Path sinkLog;
  private final Process process;
  private final Ending ending;
  private final String otlp;
  private final String pprof;

  private Forwarder(
      Peers peers,
      PeerProcess sink,
      Path sinkLog,
      Process process,
      Ending ending,
      String otlp,
      String pprof) {
    this.peers = peers;
    this.sink = sink;
    this.sinkLog = sinkLog;
    this.process = process;
    this.ending = ending;
    this.otlp = otlp;
    this.pprof = pprof;
  }

  static Forwarder collector(Peers peers, Path directory) {
    final int port = Peers.freePort();
    final Path sinkLog = directory.resolve("collector-sink.log");
    final PeerProcess sink = sink(peers, port, sinkLog);
    final String otlp = "127.0.0.1:" + Peers.freePort();
    final String pprof = "127.0.0.1:" + Peers.freePort();
    final PeerProcess collector =
        peers.start(
            Integer.parseInt(otlp.substring(otlp.indexOf(':') + 1)),
            directory.resolve("collector.log"),
            "collector",
            "-otlp",
            otlp,
            "-pprof",
            pprof,
            "-export",
            "127.0.0.1:" + port);
    return new Forwarder(peers, sink, sinkLog, collector.process(), collector::close, otlp, pprof);
  }

  static Forwarder plumbline(Peers peers, Path directory) throws Exception {
    final int port = Peers.freePort();
    final Path sinkLog = directory.resolve("plumbline-sink.log");
    final PeerProcess sink = sink(peers, port, sinkLog);
    final String otlp = "127.0.0.1:" + Peers.freePort();
    final String pprof = "127.0.0.1:" + Peers.freePort();
    final Path config =
        Files.writeString(
            directory.resolve("ig-config.yaml"),
            """
            operator:
              otel-profiles:
                otel-profiles-exporter: central
                exporters:
                  central: { exporter: otlp-grpc, endpoint: "127.0.0.1:%d", insecure: true, otlp-level: "1.10" }
            gadgets: {}
            store: { enabled: false }
            page: { enabled: false }
            receivers:
              otlp: { protocols: { grpc: { endpoint: "%s" } } }
              pprof: { server: { endpoint: "%s" } }
            """
                .formatted(port, otlp, pprof));
    final Launcher launcher = new Launcher(directory);
    launcher.environment("STATE_DIRECTORY", directory.resolve("state").toString());
    try {
      final Process process = launcher.plumbline("serve", "--config=" + config);
      awaitReceivers(launcher, process);
      return new Forwarder(peers, sink, sinkLog, process, launcher::close, otlp, pprof);
    } catch (IOException | InterruptedException | AssertionError unstarted) {
      launcher.close();
      sink.close();
      throw unstarted;
    }
  }

  private static void awaitReceivers(Launcher launcher, Process process)
      throws IOException, InterruptedException {
    final long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (!launcher.err().contains("receivers ")) {
      assertThat(process.isAlive()).as(launcher.err()).isTrue();
      assertThat(System.nanoTime()).as(launcher.err()).isLessThan(deadline);
      Thread.sleep(100);
    }
  }

  private static PeerProcess sink(Peers peers, int port, Path log) {
    return peers.start(port, log, "sink", "-listen", "127.0.0.1:" + port);
  }

  /** Sends the file that often, waits until all has arrived; milliseconds of CPU for each. */
  double forward(Path file, int requests) throws Exception {
    final long expected = received() + requests;
    final long before = cpuMillis();
    final List<String> command = new ArrayList<>();
    if (file.toString().endsWith(".otlp")) {
      command.addAll(List.of("load", "-target", otlp));
    } else {
      command.addAll(List.of("post", "-target", "http://" + pprof + "/v1/pprof"));
    }
    command.addAll(List.of("-n", Integer.toString(requests), file.toString()));
    assertThat(peers.call(command)).contains(" 0 failed");
    final long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (received() < expected) {
      assertThat(System.nanoTime())
          .as("%d of %d arrived", received(), expected)
          .isLessThan(deadline);
      Thread.sleep(200);
    }
    return (double) (cpuMillis() - before) / requests;
  }

  /** As the sink says once a second. */
  private long received() throws IOException {
    long received = 0;
    final Matcher matcher = RECEIVED.matcher(Files.readString(sinkLog));
    while (matcher.find()) {
      received = Long.parseLong(matcher.group(1));
    }
    return received;
  }

  private long cpuMillis() throws IOException {
    final String stat = Files.readString(proc("stat"), StandardCharsets.ISO_8859_1);
    final String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * MILLIS_PER_TICK;
  }

  /** Highest resident size since the start. */
  double peakMegabytes() throws IOException {
    return Files.readAllLines(proc("status")).stream()
            .filter(line -> line.startsWith("VmHWM:"))
            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
            .sum()
        / 1024.0;
  }

  private Path proc(String file) {
    return Path.of("/proc", Long.toString(process.pid()), file);
  }

  void end() throws InterruptedException {
    ending.end();
    sink.close();
  }

  /** Ends the process. */
  @FunctionalInterface
  private interface Ending {
    void end() throws InterruptedException;
  }
}
