package dev.plumbline.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plumbline.config.Variables;
import dev.plumbline.export.ExportRequest;
import dev.plumbline.export.ExportResult;
import dev.plumbline.export.ProfileExporter;
import dev.plumbline.export.RequestSender;
import dev.plumbline.pprof.PprofEncoder;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileType;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Sample;
import dev.plumbline.profile.Scope;
import dev.plumbline.profile.StackTrace;
import dev.plumbline.serve.config.ServeConfig;
import dev.plumbline.serve.config.ServeConfigReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The daemon with real listeners and queues, and exporters that note what they send. */
class DaemonTest {
  @TempDir Path directory;

  private final List<String> sent = new CopyOnWriteArrayList<>();
  private final List<AutoCloseable> open = new ArrayList<>();
  private StateDirectory state;
  private Daemon daemon;

  @BeforeEach
  void make() throws Exception {
    state = StateDirectory.hold(directory.resolve("state"));
    open.add(state);
    DaemonParts parts =
        new DaemonParts(
            "test",
            (settings, sinks, observer, stop) -> {
              throw new ServeException("no gadgets here");
            },
            settings -> ProfileExporter.create(settings, new Notes(settings.name()), null),
            (request, level) -> {
              throw new IOException("not asked");
            });
    daemon = new Daemon(parts, state);
    open.add(0, daemon);
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
  }

  private final class Notes implements RequestSender {
    private final String name;

    Notes(String name) {
      this.name = name;
    }

    @Override
    public ExportResult send(ExportRequest request, long timeoutNanos) {
      sent.add(name + " " + request.samples().total());
      return ExportResult.accepted();
    }

    @Override
    public String target() {
      return "notes";
    }

    @Override
    public void close() {}
  }

  private ServeConfig config(String receivers) throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("ig-config.yaml"),
            """
            operator:
              otel-profiles:
                otel-profiles-exporter: a
                exporters:
                  a: { exporter: otlp-grpc, endpoint: "receiver:4317", insecure: true }
                  b: { exporter: otlp-grpc, endpoint: "receiver:4317", insecure: true }
            gadgets: {}
            store: { enabled: false }
            page: { endpoint: "127.0.0.1:0" }
            """
                + receivers);
    return ServeConfigReader.read(file, null, Variables.NONE, Variables.NONE);
  }

  private static byte[] pprof(int samples) {
    List<Sample> list = new ArrayList<>();
    for (int i = 0; i < samples; i++) {
      list.add(Sample.of(StackTrace.of(List.of(Frame.named("f" + i, FrameType.NATIVE))), 1));
    }
    ProfileType type = ProfileType.builder("contentions", "count").build();
    ProfileWindow window =
        ProfileWindow.of(
            List.of(
                Profile.builder(Resource.of(Attributes.EMPTY), Scope.of("t", "1"), type)
                    .interval(1_700_000_000_000_000_000L, 1_000_000_000L)
                    .samples(list)
                    .build()));
    return new PprofEncoder().encode(window).get(0).gzipped();
  }

  private String address(String receiver) {
    AtomicReference<String> found = new AtomicReference<>("");
    for (Listeners.Open each : daemon.health().listeners()) {
      if (receiver.equals("page")
          ? each.isPage()
          : each.receivers().stream().anyMatch(r -> r.name().equals(receiver))) {
        found.set("http://" + each.listener().address());
      }
    }
    return found.get();
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .build()
        .send(request.build(), BodyHandlers.ofString());
  }

  private int upload(String receiver, int samples) throws Exception {
    return send(HttpRequest.newBuilder(
                URI.create(address(receiver) + "/profiling/upload?workload=w"))
            .POST(HttpRequest.BodyPublishers.ofByteArray(pprof(samples))))
        .statusCode();
  }

  private String page(String path) throws Exception {
    return send(HttpRequest.newBuilder(URI.create(address("page") + path))).body();
  }

  @Test
  void upload_goesWhereItsReceiverIsRouted_andIsAccountedFor() throws Exception {
    daemon.start(
        config(
            """
            receivers:
              profiling_upload: { endpoint: "127.0.0.1:0" }
              profiling_upload/two: { endpoint: "localhost:0", exporters: [b] }
            """));
    assertThat(upload("profiling_upload", 3)).isEqualTo(204);
    assertThat(upload("profiling_upload/two", 5)).isEqualTo(204);
    assertThat(page("/api/v1/health")).contains("\"name\":\"a\"", "\"accepted\":3");
    assertThat(page("/metrics"))
        .contains("plumbline_export_samples_accepted_total{exporter=\"b\"")
        .contains("plumbline_receive_requests_total{receiver=\"profiling_upload/two\"} 1.0")
        .contains("plumbline_build_info{version=\"test\"} 1.0");
    daemon.close();
    assertThat(sent).containsExactlyInAnyOrder("a 3", "b 5");
  }

  @Test
  void reload_changesRoutes_andLeavesWhatIsTheSame() throws Exception {
    String same = "receivers:\n  profiling_upload: { endpoint: '127.0.0.1:0' }\n";
    daemon.start(config(same));
    String before = address("profiling_upload");
    daemon.reload(config(same.replace("'127.0.0.1:0'", "'127.0.0.1:0', exporters: [b]")));
    assertThat(upload("profiling_upload", 2)).isEqualTo(204);
    daemon.reload(config(same + "memory: 100MiB\n"));
    String after = address("profiling_upload");
    daemon.reload(config(same));
    assertThat(address("profiling_upload")).isEqualTo(after).isNotEqualTo(before);
    daemon.close();
    assertThat(sent).containsExactly("b 2");
  }

  @Test
  void configuredPortThatIsTaken_isAnError_aDefaultOneIsLeftOut() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String endpoint = "127.0.0.1:" + taken.getLocalPort();
      ServeException refused =
          catchThrowableOfType(
              ServeException.class,
              () ->
                  daemon.start(
                      config(
                          "receivers:\n  profiling_upload: { endpoint: '" + endpoint + "' }\n")));
      assertThat(refused).hasMessageContaining(endpoint).hasMessageContaining("profiling_upload");
    }
  }

  @Test
  void page_tellsOfItself_andOfNothingToOthers() throws Exception {
    daemon.start(config("receivers: {}\n"));
    assertThat(daemon.statusLine())
        .startsWith("plumbline test; kernel ")
        .contains(
            "gadgets none", "receivers none", "exporters a → notes", "page http://127.0.0.1:");
    assertThat(page("/")).contains("<html");
    HttpResponse<String> other =
        send(
            HttpRequest.newBuilder(URI.create(address("page") + "/metrics"))
                .header("Origin", "http://evil.example"));
    assertThat(other.statusCode()).isEqualTo(403);
  }

  @Test
  void secondDaemon_mayNotHaveTheSameState() {
    ServeException refused =
        catchThrowableOfType(ServeException.class, () -> StateDirectory.hold(state.path()));
    assertThat(refused).hasMessageContaining("another plumbline serve");
  }
}
