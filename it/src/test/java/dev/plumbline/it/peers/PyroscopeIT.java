package dev.plumbline.it.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.it.jvm.ChildJvm;
import dev.plumbline.it.peers.Peers.PeerProcess;
import dev.plumbline.it.received.ReceivedProfiles;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/**
 * Items 70, 71 and 73 of the OTLP checklist, against a Pyroscope of any release from 1.15 on: the
 * level is found by itself, and its own query shows what was sent.
 */
@EnabledIfEnvironmentVariable(
    named = "PLUMBLINE_IT_PYROSCOPE",
    matches = ".+",
    disabledReason = "PLUMBLINE_IT_PYROSCOPE names no Pyroscope (HOST:PORT)")
class PyroscopeIT {
  private static final Pattern TOTAL = Pattern.compile("\"total\":\"?(\\d+)");
  private static final long PERIOD_NANOS = 10_000_000;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path directory;

  private final HttpClient client = HttpClient.newHttpClient();
  private final String service = "plumbline-it-" + UUID.randomUUID();

  @Test
  void grpc_profile_is_found_with_its_total_and_its_function() throws Exception {
    final long sent = run("otlp-grpc", '"' + address() + '"');
    assertFound(sent);
  }

  @Test
  void http_profile_is_found_with_its_total_and_its_function() throws Exception {
    final long sent = run("otlp-http", "\"http://" + address() + '"');
    assertFound(sent);
  }

  @Test
  void profile_through_a_collector_keeps_its_service_name() throws Exception {
    final Peers peers = Peers.build();
    final int in = Peers.freePort();
    try (PeerProcess collector =
        peers.collector(in, directory.resolve("collector.log"), address())) {
      final long sent = run("otlp-grpc", "\"127.0.0.1:" + in + '"');
      assertFound(sent);
      assertThat(collector.process().isAlive()).isTrue();
    }
  }

  /** Sends to the server and to files at once; the CPU samples that went into the files. */
  private long run(String kind, String endpoint) throws IOException {
    final Path files = Files.createDirectory(directory.resolve("files"));
    final Path configuration = directory.resolve("ig-config.yaml");
    Files.writeString(
        configuration,
        String.join(
            "\n",
            "operator:",
            "  otel-profiles:",
            "    exporters:",
            "      server: {exporter: " + kind + ", endpoint: " + endpoint + ", insecure: true}",
            "      files: {exporter: file, directory: \"" + files + "\"}",
            ""));
    try (ChildJvm jvm =
        ChildJvm.of("dev.plumbline.it.app.EndingApp", "return", "4000")
            .withAgent()
            .agent("exit.timeout", "30s")
            .agent("config", configuration.toString())
            .agent("otel-profiles-exporter", "server,files")
            .agent("service.name", service)
            .agent("interval", "2s")
            .start()) {
      assertThat(jvm.awaitExit(PATIENCE)).as(jvm.output()).isZero();
    }
    final List<byte[]> bodies = new ArrayList<>();
    try (Stream<Path> requests = Files.list(files)) {
      for (Path request : requests.sorted().toList()) {
        bodies.add(Files.readAllBytes(request));
      }
    }
    return ReceivedProfiles.of(bodies).total("samples/count");
  }

  private void assertFound(long sentSamples) throws Exception {
    final long end = System.nanoTime() + PATIENCE.toNanos();
    String answer = query();
    while (total(answer) < sentSamples * PERIOD_NANOS && System.nanoTime() < end) {
      TimeUnit.SECONDS.sleep(1);
      answer = query();
    }
    assertThat(total(answer)).isEqualTo(sentSamples * PERIOD_NANOS);
    assertThat(answer).contains("EndingApp.lastWords");
  }

  private static long total(String answer) {
    final Matcher matcher = TOTAL.matcher(answer);
    return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
  }

  private String query() throws IOException, InterruptedException {
    final long now = System.currentTimeMillis();
    final String body =
        "{\"profileTypeID\":\"process_cpu:cpu:nanoseconds:cpu:nanoseconds\","
            + ("\"labelSelector\":\"{service_name=\\\"" + service + "\\\"}\",")
            + ("\"start\":"
                + (now - TimeUnit.MINUTES.toMillis(10))
                + ",\"end\":"
                + (now + 1)
                + "}");
    final HttpRequest request =
        HttpRequest.newBuilder(
                URI.create(
                    "http://" + address() + "/querier.v1.QuerierService/SelectMergeStacktraces"))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  private static String address() {
    return System.getenv("PLUMBLINE_IT_PYROSCOPE");
  }
}
