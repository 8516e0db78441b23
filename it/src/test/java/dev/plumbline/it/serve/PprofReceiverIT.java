package dev.plumbline.it.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.fake.FakeCollector;
import dev.plumbline.export.fake.ReceivedRequest;
import dev.plumbline.it.host.Launcher;
import dev.plumbline.it.received.ReceivedProfile;
import dev.plumbline.it.received.ReceivedProfiles;
import java.io.BufferedReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The receiver {@code pprof} of one daemon, with a real Go service as its target. */
class PprofReceiverIT {
  private static final long PATIENCE_SECONDS = 120;
  private static final long BUILD_SECONDS = 300;

  @TempDir private Path directory = Path.of("");
  private Launcher launcher = new Launcher(directory);
  private final FakeCollector collector = FakeCollector.start();
  private final HttpClient client = HttpClient.newHttpClient();

  @BeforeEach
  void prepare() throws Exception {
    launcher = Launcher.withSharedCaches(directory);
    launcher.environment("STATE_DIRECTORY", directory.resolve("state").toString());
  }

  @AfterEach
  void end() throws InterruptedException {
    launcher.close();
    collector.close();
  }

  /** The address of the service. */
  private String goService() throws Exception {
    Launcher.assumeWorks(List.of("sh", "-c", "go version >/dev/null"));
    Path program = directory.resolve("pprof_server");
    Path source = Launcher.ROOT.resolve("it/src/workloads/pprof_server.go");
    Process build = launcher.started("go", "build", "-o", program.toString(), source.toString());
    assertThat(build.waitFor(BUILD_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(build.exitValue())
        .as(new String(build.getErrorStream().readAllBytes(), UTF_8))
        .isZero();
    BufferedReader lines = launcher.started(program.toString()).inputReader();
    return lines.readLine();
  }

  private ReceivedProfiles received() {
    return ReceivedProfiles.of(collector.received().stream().map(ReceivedRequest::body).toList());
  }

  private void await(Process process, Callable<Boolean> condition) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!condition.call()) {
      assertThat(process.isAlive()).as(launcher.err()).isTrue();
      assertThat(System.nanoTime()).as(launcher.err()).isLessThan(end);
      Thread.sleep(100);
    }
  }

  private boolean has(String type, Map<String, String> resource, String function) {
    for (ReceivedProfile profile : received().ofType(type)) {
      if (profile.resource().entrySet().containsAll(resource.entrySet())
          && profile.samples().stream().anyMatch(sample -> sample.passes(function))) {
        return true;
      }
    }
    return false;
  }

  private String address(String receiver) throws Exception {
    Matcher matcher =
        Pattern.compile(Pattern.quote(receiver) + " ([0-9.]+:[0-9]+)").matcher(launcher.err());
    assertThat(matcher.find()).isTrue();
    return matcher.group(1);
  }

  /** The daemon with nothing but what it is to receive, once its page is open. */
  private Process serve(String receivers) throws Exception {
    String others =
        """
        operator: { otel-profiles: { otel-profiles-exporter: central, exporters: { central:
          { exporter: otlp-grpc, endpoint: '%s', insecure: true, otlp-level: '1.10' } } } }
        gadgets: {}
        store: { enabled: false }
        page: { endpoint: '127.0.0.1:0' }
        """
            .formatted(collector.grpcTarget());
    Path config = Files.writeString(directory.resolve("c.yaml"), others + receivers);
    Process daemon = launcher.plumbline("serve", "--config=" + config);
    await(daemon, () -> launcher.err().contains("page http://"));
    return daemon;
  }

  @Test
  void goService_isFetched_filesAreTaken_andPushesToo() throws Exception {
    String service = goService();
    Process daemon =
        serve(
            """
            extensions: { bearertokenauth: { token: sesame } }
            receivers:
              pprof:
                remote:
                  endpoint: '%s'
                  collection_interval: 2s
                  initial_delay: 0s
                  service_name: shop
                  profiles: { cpu: { seconds: 1 }, heap: , goroutine: }
                file: { include: 'in/**/*.pb.gz', collection_interval: 500ms, after_success: delete }
                server: { endpoint: '127.0.0.1:0', auth: { authenticator: bearertokenauth } }
            """
                .formatted(service));

    Map<String, String> shop =
        Map.of("service.name", "shop", "url.full", service + "/debug/pprof/profile?seconds=1");
    await(daemon, () -> has("cpu/nanoseconds", shop, "main.spin"));
    await(daemon, () -> has("inuse_space/bytes", Map.of("service.name", "shop"), "main.keep"));
    await(daemon, () -> !received().ofType("goroutine/count").isEmpty());
    assertThat(received().ofType("alloc_space/bytes")).isEmpty();

    byte[] heap =
        client
            .send(
                HttpRequest.newBuilder(URI.create(service + "/debug/pprof/heap")).build(),
                BodyHandlers.ofByteArray())
            .body();
    Path file = directory.resolve("in/day/one.pb.gz");
    Files.createDirectories(file.getParent());
    Path whole = Files.write(directory.resolve("one.tmp"), heap);
    Files.setLastModifiedTime(whole, FileTime.from(Instant.now().minusSeconds(3_600)));
    Files.move(whole, file);
    await(daemon, () -> has("inuse_space/bytes", Map.of("file.name", "one.pb.gz"), "main.keep"));
    await(daemon, () -> !Files.exists(file));

    assertThat(push(heap, "Bearer wrong").statusCode()).isEqualTo(401);
    assertThat(push(heap, "Bearer sesame").statusCode()).isEqualTo(204);
    await(daemon, () -> has("inuse_space/bytes", Map.of("service.name", "pushed"), "main.keep"));
    daemon.destroy();
    assertThat(daemon.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
  }

  /** Until what it shall see is seen, the daemon is given requests to answer. */
  @Test
  void daemon_isProfiledByOurOwnAgent_toItsEnd() throws Exception {
    // The agent's own settings stand over what the daemon's environment says.
    launcher.environment("PLUMBLINE_OTEL_PROFILES_EXPORTER", "central");
    Process daemon =
        serve("receivers: { pprof: { self: { collection_interval: 1s, initial_delay: 0s } } }");

    // The names of its threads begin as those of the agent, which are left out.
    Map<String, String> self = Map.of("service.name", "plumbline");
    for (String type : List.of("samples/count", "alloc_space/bytes")) {
      await(daemon, () -> asked(50) && has(type, self, "listen.server.Exchange.handle"));
    }
    await(daemon, () -> asked(50) && !received().ofType("contentions/count").isEmpty());
    assertThat(has("samples/count", self, "dev.plumbline.agent.WindowLoop.run")).isFalse();
    daemon.destroy();
    assertThat(daemon.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(launcher.err()).doesNotContain("WARN").doesNotContain("Warning");
  }

  /** True once the page has answered so many requests. */
  private boolean asked(int times) throws Exception {
    Matcher page = Pattern.compile("page (http://[0-9.:]+)/").matcher(launcher.err());
    assertThat(page.find()).isTrue();
    HttpRequest request = HttpRequest.newBuilder(URI.create(page.group(1) + "/metrics")).build();
    for (int i = 0; i < times; i++) {
      assertThat(client.send(request, BodyHandlers.discarding()).statusCode()).isEqualTo(200);
    }
    return true;
  }

  private HttpResponse<String> push(byte[] profile, String authorization) throws Exception {
    return client.send(
        HttpRequest.newBuilder(
                URI.create("http://" + address("pprof/server") + "/v1/pprof?service=pushed"))
            .header("Authorization", authorization)
            .POST(HttpRequest.BodyPublishers.ofByteArray(profile))
            .build(),
        BodyHandlers.ofString());
  }
}
