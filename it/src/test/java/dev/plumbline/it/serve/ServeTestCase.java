package dev.plumbline.it.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.fake.FakeCollector;
import dev.plumbline.it.host.Launcher;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** {@code plumbline serve} with a collector that keeps what it is sent. */
abstract class ServeTestCase {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path directory = Path.of("");
  Launcher launcher = new Launcher(directory);
  final FakeCollector collector = FakeCollector.start();

  @BeforeEach
  final void prepare() {
    launcher = Launcher.withSharedCaches(directory);
    launcher.environment("STATE_DIRECTORY", directory.resolve("state").toString());
  }

  @AfterEach
  final void end() throws InterruptedException {
    launcher.close();
    collector.close();
  }

  /** With a receiver, the page, and all that is taken sent to the collector. */
  final String config(String rest) {
    return withoutReceivers("receivers:\n  profiling_upload: { endpoint: '127.0.0.1:0' }\n" + rest);
  }

  /** Likewise, but for the receiver. */
  final String withoutReceivers(String rest) {
    return "operator:\n"
        + "  otel-profiles:\n"
        + "    otel-profiles-exporter: central\n"
        + "    exporters:\n"
        + ("      central: { exporter: otlp-grpc, endpoint: '" + collector.grpcTarget() + "',")
        + " insecure: true, otlp-level: '1.10' }\n"
        + "page: { endpoint: '127.0.0.1:0' }\n"
        + rest;
  }

  final Process serve(Path config) throws Exception {
    Process process = launcher.plumbline("serve", "--config=" + config);
    await(process, () -> log().contains("page http://"));
    return process;
  }

  /** What the daemon has said; nothing before it was started. */
  final String log() throws IOException {
    return Files.exists(directory.resolve("err.txt")) ? launcher.err() : "";
  }

  final void await(Process process, Callable<Boolean> condition) throws Exception {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.call()) {
      assertThat(process.isAlive())
          .as("%s ended: %s", process.info().commandLine(), log())
          .isTrue();
      assertThat(System.nanoTime()).as(log()).isLessThan(end);
      Thread.sleep(100);
    }
  }

  /** Of the last status line. */
  final String address(String before) throws IOException {
    Matcher matcher = Pattern.compile(Pattern.quote(before) + "([0-9.]+:[0-9]+)").matcher(log());
    String address = "";
    while (matcher.find()) {
      address = matcher.group(1);
    }
    return address;
  }

  final HttpResponse<String> page(String path) throws Exception {
    return send(HttpRequest.newBuilder(URI.create("http://" + address("page http://") + path)));
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .build()
        .send(request.build(), BodyHandlers.ofString());
  }

  static void terminate(Process process) throws InterruptedException {
    process.destroy();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
  }

  final long count(String text) throws IOException {
    return log().lines().filter(line -> line.contains(text)).count();
  }

  final byte[] profileOfItself() throws Exception {
    HttpResponse<byte[]> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(
                        URI.create("http://" + address("page http://") + "/debug/pprof/goroutine"))
                    .build(),
                BodyHandlers.ofByteArray());
    assertThat(answer.statusCode()).isEqualTo(200);
    return answer.body();
  }

  final int upload(byte[] profile) throws Exception {
    return send(HttpRequest.newBuilder(
                URI.create(
                    "http://"
                        + address("profiling_upload ")
                        + "/profiling/upload?serviceName=shop"))
            .POST(HttpRequest.BodyPublishers.ofByteArray(profile)))
        .statusCode();
  }
}
