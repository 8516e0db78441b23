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
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServeIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private Path directory = Path.of("");
  private Launcher launcher = new Launcher(directory);
  private final FakeCollector collector = FakeCollector.start();

  @BeforeEach
  void prepare() {
    launcher = new Launcher(directory);
    launcher.environment("STATE_DIRECTORY", directory.resolve("state").toString());
  }

  @AfterEach
  void end() throws InterruptedException {
    launcher.close();
    collector.close();
  }

  private String config(String rest) {
    return "operator:\n"
        + "  otel-profiles:\n"
        + "    otel-profiles-exporter: central\n"
        + "    exporters:\n"
        + ("      central: { exporter: otlp-grpc, endpoint: '" + collector.grpcTarget() + "',")
        + " insecure: true, otlp-level: '1.10' }\n"
        + "receivers:\n"
        + "  profiling_upload: { endpoint: '127.0.0.1:0' }\n"
        + "page: { endpoint: '127.0.0.1:0' }\n"
        + rest;
  }

  private Process serve(Path config) throws Exception {
    Process process = launcher.plumbline("serve", "--config=" + config);
    await(process, () -> log().contains("page http://"));
    return process;
  }

  /** What the daemon has said; nothing before it was started. */
  private String log() throws IOException {
    return Files.exists(directory.resolve("err.txt")) ? launcher.err() : "";
  }

  private void await(Process process, Callable<Boolean> condition) throws Exception {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.call()) {
      assertThat(process.isAlive()).as(log()).isTrue();
      assertThat(System.nanoTime()).as(log()).isLessThan(end);
      Thread.sleep(100);
    }
  }

  /** Of the last status line. */
  private String address(String before) throws IOException {
    Matcher matcher = Pattern.compile(Pattern.quote(before) + "([0-9.]+:[0-9]+)").matcher(log());
    String address = "";
    while (matcher.find()) {
      address = matcher.group(1);
    }
    return address;
  }

  private HttpResponse<String> page(String path) throws Exception {
    return send(HttpRequest.newBuilder(URI.create("http://" + address("page http://") + path)));
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .build()
        .send(request.build(), BodyHandlers.ofString());
  }

  private static void terminate(Process process) throws InterruptedException {
    process.destroy();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void withoutConfiguration_theHostIsProfiled_andThePageSaysSo() throws Exception {
    Launcher.assumeRights();
    Path config = Files.writeString(directory.resolve("c.yaml"), config(""));
    Process process = serve(config);
    await(process, () -> !collector.received().isEmpty());
    await(
        process,
        () ->
            page("/metrics")
                .body()
                .matches("(?s).*plumbline_gadget_windows_total\\{gadget=\"profile_cpu\"} [1-9].*"));
    assertThat(page("/api/v1/health").body())
        .contains("\"name\":\"profile_cpu\"", "\"state\":\"ok\"");
    assertThat(page("/").body()).contains("<html");
    assertThat(page("/debug/pprof/goroutine").statusCode()).isEqualTo(200);
    terminate(process);
    assertThat(process.exitValue()).as(log()).isZero();
  }

  @Test
  void changesOfTheFile_areAppliedOnce_throughSwappedLinks_andABrokenOneIsNot() throws Exception {
    Path conf = Files.createDirectories(directory.resolve("conf"));
    version(conf, 1, config("gadgets: {}\n"));
    Files.createSymbolicLink(conf.resolve("ig-config.yaml"), Path.of("..data/ig-config.yaml"));
    Process process = serve(conf.resolve("ig-config.yaml"));
    String before = address("profiling_upload ");
    for (int i = 2; i <= 4; i++) {
      version(conf, i, config("gadgets: {}\nmemory: " + (250 + i) + "MiB\n"));
      int changes = i - 1;
      await(process, () -> count("configuration read anew") == changes);
    }
    version(conf, 5, config("gadgets: {}\nnonsense: [\n"));
    await(process, () -> log().contains("the one before stays in force"));
    assertThat(address("profiling_upload ")).isEqualTo(before);
    assertThat(page("/metrics").body())
        .contains("plumbline_config_reloads_total{result=\"applied\"} 3.0")
        .contains("plumbline_config_reloads_total{result=\"failed\"} 1.0");
    assertThat(count("configuration read anew")).isEqualTo(3);
    terminate(process);
  }

  /** As Kubernetes does it: a new directory, a new link, a rename over the old one. */
  private static void version(Path conf, int number, String content) throws IOException {
    Path version = Files.createDirectories(conf.resolve("..v" + number));
    Files.writeString(version.resolve("ig-config.yaml"), content);
    Path link = conf.resolve("..data_tmp");
    Files.createSymbolicLink(link, version.getFileName());
    Files.move(
        link,
        conf.resolve("..data"),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  private long count(String text) throws IOException {
    return log().lines().filter(line -> line.contains(text)).count();
  }

  @Test
  void serviceManager_isToldOfReadinessLifeAndEnd() throws Exception {
    Path socket = directory.resolve("notify");
    Path notes = directory.resolve("notes.txt");
    Path program = launcher.compiled("notify_socket", List.of());
    Process manager =
        launcher.started("sh", "-c", "exec " + program + " " + socket + " > " + notes);
    await(manager, () -> Files.exists(socket));
    launcher.environment("NOTIFY_SOCKET", socket.toString());
    launcher.environment("WATCHDOG_USEC", "1000000");
    Process process =
        serve(Files.writeString(directory.resolve("c.yaml"), config("gadgets: {}\n")));
    await(process, () -> Files.readString(notes).contains("READY=1 STATUS=plumbline "));
    await(process, () -> Files.readString(notes).contains("WATCHDOG=1"));
    launcher.run("kill", "-HUP", Long.toString(process.pid()));
    await(process, () -> count("configuration read anew") == 1);
    await(process, () -> Files.readString(notes).matches("(?s).*RELOADING=1.*READY=1.*"));
    terminate(process);
    assertThat(Files.readString(notes)).contains("STOPPING=1");
  }

  @Test
  void whatWasQueued_survivesKill_andIsSentAfterTheStart() throws Exception {
    collector.goDown();
    Path config = Files.writeString(directory.resolve("c.yaml"), config("gadgets: {}\n"));
    Process first = serve(config);
    byte[] profile = profileOfItself();
    assertThat(upload(profile)).isEqualTo(204);
    first.destroyForcibly().waitFor();
    collector.comeUp();
    Process second = serve(config);
    await(second, () -> !collector.received().isEmpty());
    terminate(second);
    assertThat(collector.received()).hasSize(1);
  }

  /** As on a hardened machine: nothing on the temporary directory may be executed. */
  @Test
  void temporaryDirectoryWithoutExec_isNoObstacle_andWithoutAnyOtherOneLine() throws Exception {
    List<String> hardened =
        List.of(
            "unshare",
            "-m",
            "sh",
            "-c",
            "mount -t tmpfs -o noexec,size=16m tmpfs /mnt"
                + " && export PLUMBLINE_OPTS=-Djava.io.tmpdir=/mnt"
                + " && if [ \"$0\" = everywhere ]; then export CACHE_DIRECTORY=/mnt/c"
                + " STATE_DIRECTORY=/mnt/s; fi && exec \"$@\"");
    Launcher.assumeWorks(append(hardened, "here"));
    Path config = Files.writeString(directory.resolve("c.yaml"), config("gadgets: {}\n"));
    String flag = "--config=" + config;
    Process process = launcher.plumblineBehind(append(hardened, "here"), "serve", flag);
    await(process, () -> log().contains("page http://"));
    assertThat(page("/api/v1/status").statusCode()).isEqualTo(200);
    terminate(process);

    Process nowhere = launcher.plumblineBehind(append(hardened, "everywhere"), "serve", flag);
    assertThat(launcher.awaitFailure(nowhere, 60))
        .contains("/mnt (mounted noexec)", "/mnt/c (mounted noexec)", "-Djava.io.tmpdir=DIR");
  }

  private static List<String> append(List<String> words, String last) {
    List<String> all = new ArrayList<>(words);
    all.add(last);
    return all;
  }

  private byte[] profileOfItself() throws Exception {
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

  private int upload(byte[] profile) throws Exception {
    return send(HttpRequest.newBuilder(
                URI.create(
                    "http://"
                        + address("profiling_upload ")
                        + "/profiling/upload?serviceName=shop"))
            .POST(HttpRequest.BodyPublishers.ofByteArray(profile)))
        .statusCode();
  }
}
