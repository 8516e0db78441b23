package dev.plumbline.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.config.Variables;
import dev.plumbline.export.grpc.GrpcSender;
import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.export.sender.ExportResult;
import dev.plumbline.export.settings.ExporterKind;
import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.export.settings.TlsSettings;
import dev.plumbline.listen.server.TestIdentity;
import dev.plumbline.otlp.OtlpEncoder;
import dev.plumbline.otlp.OtlpLevel;
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
import dev.plumbline.serve.config.ServeConfigReader;
import dev.plumbline.serve.listener.Listeners;
import dev.plumbline.serve.machine.ServeException;
import dev.plumbline.serve.machine.StateDirectory;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All that is pushed on one TLS port, with ingestion keys from a file. */
class SharedPortTest {
  @TempDir Path directory;

  private TestIdentity identity;
  private StateDirectory state;
  private Daemon daemon;
  private String address = "";

  @BeforeEach
  void start() throws Exception {
    identity = TestIdentity.make(directory, "server");
    keys("one", "two");
    String endpoint =
        "endpoint: '127.0.0.1:0', ingestion-keys: ['./keys'],"
            + " tls: { cert_file: server.pem, key_file: server.key }";
    Path file =
        Files.writeString(
            directory.resolve("ig-config.yaml"),
            """
            gadgets: {}
            store: { enabled: false }
            page: { enabled: false }
            receivers:
              pprof: { server: { SHARED } }
              profiling_upload: { SHARED }
              otlp: { protocols: { grpc: { SHARED }, http: { SHARED } } }
            """
                .replace("SHARED", endpoint));
    state = StateDirectory.hold(directory.resolve("state"));
    DaemonParts parts =
        new DaemonParts(
            "test",
            (settings, sinks, observer, stop) -> {
              throw new ServeException("no gadgets here");
            },
            settings -> {
              throw new IllegalStateException("no exporters here");
            },
            (request, level) -> {
              throw new IOException("not asked");
            });
    daemon = new Daemon(parts, state);
    daemon.start(ServeConfigReader.read(file, null, Variables.NONE, Variables.NONE));
    List<Listeners.Open> listeners = daemon.health().listening().open();
    assertThat(listeners).hasSize(1);
    address = listeners.get(0).listener().address().toString();
  }

  @AfterEach
  void close() {
    daemon.close();
    state.close();
  }

  private void keys(String... keys) throws IOException {
    Files.writeString(directory.resolve("keys"), String.join("\n", keys) + "\n");
  }

  private static ProfileWindow window() {
    ProfileType type = ProfileType.builder("contentions", "count").build();
    Frame frame = Frame.named("f", FrameType.NATIVE);
    return ProfileWindow.of(
        List.of(
            Profile.builder(Resource.of(Attributes.EMPTY), Scope.of("t", "1"), type)
                .interval(1_700_000_000_000_000_000L, 1_000_000_000L)
                .samples(List.of(Sample.of(StackTrace.of(List.of(frame)), 1)))
                .build()));
  }

  private static ExportRequest otlp() {
    return OtlpEncoder.builder(OtlpLevel.V1_10).build().encode(window()).requests().get(0);
  }

  private int post(String path, byte[] body, @Nullable String key) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("https://" + address + path))
            .header("Content-Type", "application/x-protobuf")
            .POST(HttpRequest.BodyPublishers.ofByteArray(body));
    if (key != null) {
      request.header("apikey", key);
    }
    return HttpClient.newBuilder()
        .sslContext(identity.trusted())
        .build()
        .send(request.build(), BodyHandlers.discarding())
        .statusCode();
  }

  /** Status by path. */
  private List<Integer> statuses(@Nullable String key) throws Exception {
    byte[] pprof = new PprofEncoder().encode(window()).get(0).gzipped();
    ByteBuffer body = otlp().body();
    byte[] bytes = new byte[body.remaining()];
    body.get(bytes);
    return List.of(
        post("/v1/pprof", pprof, key),
        post("/profiling/upload?workload=w", pprof, key),
        post("/v1development/profiles", bytes, key));
  }

  private ExportResult grpc(@Nullable String key) {
    ExporterSettings settings =
        ExporterSettings.builder("test", ExporterKind.OTLP_GRPC)
            .endpoint(address)
            .tls(TlsSettings.builder().caFile(identity.certificate()).build())
            .headers(key == null ? Map.of() : Map.of("authorization", "Bearer " + key))
            .build();
    try (GrpcSender sender = new GrpcSender(settings)) {
      return sender.send(otlp(), TimeUnit.SECONDS.toNanos(60));
    }
  }

  @Test
  void everyPushIsTakenOnOnePort_withAKey() throws Exception {
    assertThat(statuses("one")).containsExactly(204, 204, 200);
    assertThat(grpc("two").outcome()).isEqualTo(ExportResult.Outcome.ACCEPTED);
  }

  @Test
  void noKeyOrAnUnknownOne_isUnauthenticated_inTheWordsOfEach() throws Exception {
    assertThat(statuses(null)).containsExactly(401, 401, 401);
    assertThat(statuses("three")).containsExactly(401, 401, 401);
    assertThat(grpc(null).outcome()).isNotEqualTo(ExportResult.Outcome.ACCEPTED);
    assertThat(grpc(null).toString()).containsIgnoringCase("unauthenticated");
    assertThat(grpc("three").toString())
        .containsIgnoringCase("unauthenticated")
        .doesNotContain("three");
  }

  @Test
  void revokedKey_isDenied_andANewOneCountsAtOnce() throws Exception {
    assertThat(statuses("one")).containsExactly(204, 204, 200);
    keys("two", "three");
    assertThat(statuses("one")).containsExactly(403, 403, 403);
    assertThat(grpc("one").toString()).containsIgnoringCase("permission_denied");
    assertThat(statuses("three")).containsExactly(204, 204, 200);
  }
}
