package dev.plumbline.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plumbline.config.Variables;
import dev.plumbline.export.ProfileExporter;
import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.export.sender.ExportResult;
import dev.plumbline.export.sender.RequestSender;
import dev.plumbline.otlp.OtlpEncoder;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.otlp.ProfileIds;
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
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final List<String> sent = new CopyOnWriteArrayList<>();
  private volatile boolean isAway;
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
      if (isAway) {
        return ExportResult.retryAfter("unavailable", "nobody listens", 600_000_000_000L);
      }
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
    return config("{ enabled: false }", receivers);
  }

  private ServeConfig config(String store, String receivers) throws Exception {
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
            page: { endpoint: "127.0.0.1:0" }
            """
                + ("store: " + store + "\n")
                + receivers);
    return ServeConfigReader.read(file, null, Variables.NONE, Variables.NONE);
  }

  private static byte[] pprof(int samples) {
    ProfileWindow window = window(1_700_000_000_000_000_000L, samples);
    return new PprofEncoder().encode(window).get(0).gzipped();
  }

  private static ProfileWindow window(long startUnixNanos, int samples) {
    List<Sample> list = new ArrayList<>();
    for (int i = 0; i < samples; i++) {
      list.add(Sample.of(StackTrace.of(List.of(Frame.named("f" + i, FrameType.NATIVE))), 1));
    }
    ProfileType type = ProfileType.builder("contentions", "count").build();
    return ProfileWindow.of(
        List.of(
            Profile.builder(Resource.of(Attributes.EMPTY), Scope.of("t", "1"), type)
                .interval(startUnixNanos, 1_000_000_000L)
                .samples(list)
                .build()));
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
  void health_tellsWhyNothingArrives_andWhenItIsTriedAgain() throws Exception {
    isAway = true;
    daemon.start(config("receivers:\n  profiling_upload: { endpoint: '127.0.0.1:0' }\n"));
    assertThat(upload("profiling_upload", 3)).isEqualTo(204);
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!page("/api/v1/health").matches(".*\"nextTryMillis\":\\d{13}.*")) {
      assertThat(System.nanoTime()).as(page("/api/v1/health")).isLessThan(end);
      Thread.onSpinWait();
    }
    assertThat(page("/api/v1/health"))
        .contains("\"state\":\"warning\"", "exporter a: unavailable: nobody listens; see that")
        .contains("\"lastError\":\"unavailable: nobody listens\"", "\"level\":\"1.10\"")
        .contains("\"held\":3", "\"dividedSamples\":0");
  }

  /** Case ST-01: the very same request twice, as a sender does that never saw the answer. */
  @Test
  void repetition_countsOnceWhereItHasAnId_elseTwice() throws Exception {
    daemon.start(
        config(
            "{ enabled: true }",
            "receivers: { otlp: { protocols: { http: { endpoint: '127.0.0.1:0' } } } }\n"));
    String id = "\"profileId\": \"" + "0a".repeat(16) + "\", ";
    for (String part : List.of(id, id, "", "")) {
      assertThat(otlp(part).statusCode()).isEqualTo(200);
    }
    assertThat(page("/metrics"))
        .contains("plumbline_store_samples_accepted_total 4.0")
        .contains("plumbline_store_samples_dropped_total{reason=\"duplicate\"} 1.0");
  }

  /** What our own exporters send again is known again; an equal window of a replica is another. */
  @Test
  void requestOfOurs_thatIsSentAgain_countsOnce_andItsEqualTwice() throws Exception {
    daemon.start(
        config(
            "{ enabled: true }",
            "receivers: { otlp: { protocols: { http: { endpoint: '127.0.0.1:0' } } } }\n"));
    OtlpEncoder encoder =
        OtlpEncoder.builder(OtlpLevel.V1_10).profileIds(ProfileIds.unique()).build();
    ProfileWindow window = window((System.currentTimeMillis() - 60_000) * 1_000_000, 1);
    for (int replica = 0; replica < 2; replica++) {
      ByteBuffer body = encoder.encode(window).requests().get(0).body();
      byte[] request = new byte[body.remaining()];
      body.get(request);
      assertThat(otlp("application/x-protobuf", request).statusCode()).isEqualTo(200);
      assertThat(otlp("application/x-protobuf", request).statusCode()).isEqualTo(200);
    }
    assertThat(page("/metrics"))
        .contains("plumbline_store_samples_accepted_total 4.0")
        .contains("plumbline_store_samples_dropped_total{reason=\"duplicate\"} 2.0");
  }

  private HttpResponse<String> otlp(String part) throws Exception {
    String json =
        """
        {"resourceProfiles": [{"scopeProfiles": [{"profiles": [{ %s
           "timeUnixNano": "%d", "durationNano": "10000000000",
           "sampleType": {"typeStrindex": 1, "unitStrindex": 2},
           "samples": [{"stackIndex": 0, "values": ["5"]}]}]}]}],
         "dictionary": {"mappingTable": [{}], "locationTable": [{}], "functionTable": [{}],
           "linkTable": [{}], "stackTable": [{}], "attributeTable": [{}],
           "stringTable": ["", "samples", "count"]}}
        """
            .formatted(part, (System.currentTimeMillis() - 60_000) * 1_000_000);
    return otlp("application/json", json.getBytes(StandardCharsets.UTF_8));
  }

  private HttpResponse<String> otlp(String mediaType, byte[] body) throws Exception {
    return send(
        HttpRequest.newBuilder(URI.create(address("otlp/http") + "/v1development/profiles"))
            .header("content-type", mediaType)
            .POST(HttpRequest.BodyPublishers.ofByteArray(body)));
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
