package dev.plumbline.receive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.grpc.GrpcSender;
import dev.plumbline.export.http.HttpSender;
import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.export.sender.ExportResult;
import dev.plumbline.export.sender.RequestSender;
import dev.plumbline.export.settings.ChannelSecurity;
import dev.plumbline.export.settings.ExporterKind;
import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.listen.ListenAddress;
import dev.plumbline.listen.ListenerSettings;
import dev.plumbline.listen.Route;
import dev.plumbline.listen.server.Listener;
import dev.plumbline.listen.server.ServerStack;
import dev.plumbline.otlp.OtlpEncoder;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.pprof.PprofEncoder;
import dev.plumbline.pprof.PprofFile;
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
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The receivers behind a real listener, used by real clients. */
class ReceiversTest {
  private static final long START = 1_700_000_000_000_000_000L;

  private final ServerStack stack = new ServerStack((listener, path, status, reason) -> {});
  private final List<ReceivedProfiles> taken = new CopyOnWriteArrayList<>();
  private volatile boolean hasRoom = true;
  private final ReceiverCounts counts = new ReceiverCounts("test", Clock.systemUTC());

  private final ProfileIntake intake =
      profiles -> {
        taken.add(profiles);
        return hasRoom;
      };

  @AfterEach
  void close() {
    stack.close();
  }

  private static ProfileWindow window(int samples) {
    List<Sample> list = new ArrayList<>();
    for (int i = 0; i < samples; i++) {
      Frame frame = Frame.named("function" + i, FrameType.NATIVE);
      list.add(Sample.of(StackTrace.of(List.of(frame)), i + 1));
    }
    ProfileType cpu =
        ProfileType.builder("samples", "count").periodType("cpu", "nanoseconds").period(10).build();
    return ProfileWindow.of(
        List.of(
            Profile.builder(Resource.of(Attributes.EMPTY), Scope.of("test", "1"), cpu)
                .interval(START, TimeUnit.SECONDS.toNanos(10))
                .samples(list)
                .build()));
  }

  private static ExportRequest encoded(int samples) {
    return OtlpEncoder.builder(OtlpLevel.V1_10).build().encode(window(samples)).requests().get(0);
  }

  private Listener open(Route... routes) throws Exception {
    return stack.open(
        ListenerSettings.builder("test", ListenAddress.loopback(0))
            .routes(List.of(routes))
            .build());
  }

  private OtlpReceiver otlp() {
    return new OtlpReceiver(
        intake, counts, OtlpReceiver.levels(Clock.systemUTC()), Clock.systemUTC());
  }

  private static ExporterSettings settings(ExporterKind kind, String endpoint) {
    return ExporterSettings.builder("test", kind)
        .endpoint(endpoint)
        .security(ChannelSecurity.PLAINTEXT)
        .build();
  }

  private static ExportResult send(RequestSender sender, ExportRequest request) {
    try (sender) {
      return sender.send(request, TimeUnit.SECONDS.toNanos(10));
    }
  }

  @Test
  void otlpOverGrpc_isTakenWithTheOriginal() throws Exception {
    Listener listener = open(otlp().grpcRoute());
    ExporterSettings settings = settings(ExporterKind.OTLP_GRPC, listener.address().toString());
    assertThat(send(new GrpcSender(settings), encoded(3)).outcome())
        .isEqualTo(ExportResult.Outcome.ACCEPTED);
    ReceivedProfiles profiles = taken.get(0);
    assertThat(profiles.window().sampleCount()).isEqualTo(3);
    assertThat(profiles.encoded(OtlpLevel.V1_8)).isNull();
    assertThat(profiles.encoded(OtlpLevel.V1_10))
        .singleElement()
        .satisfies(same -> assertThat(same.body()).isEqualTo(encoded(3).body()));
    assertThat(counts.accepted()).isEqualTo(1);
  }

  /** What came as gzip is sent on as those very bytes; the best level is none of ours. */
  @Test
  void gzip_isPassedOnAsItCame() throws Exception {
    ExportRequest request = encoded(30);
    byte[] gzip = bestGzip(request);
    assertThat(gzip).isNotEqualTo(gzipOf(request));
    Listener listener = open(otlp().grpcRoute(), otlp().httpRoute());
    ExporterSettings grpc = settings(ExporterKind.OTLP_GRPC, listener.address().toString());
    ExporterSettings http =
        settings(
            ExporterKind.OTLP_HTTP, "http://" + listener.address() + "/v1development/profiles");
    assertThat(send(new GrpcSender(grpc), request.withGzip(gzip)).outcome())
        .isEqualTo(ExportResult.Outcome.ACCEPTED);
    assertThat(send(new HttpSender(http, Clock.systemUTC()), request.withGzip(gzip)).outcome())
        .isEqualTo(ExportResult.Outcome.ACCEPTED);
    assertThat(taken).hasSize(2);
    for (ReceivedProfiles profiles : taken) {
      List<ExportRequest> same = profiles.encoded(OtlpLevel.V1_10);
      assertThat(same).hasSize(1);
      assertThat(gzipOf(same.get(0))).isEqualTo(gzip);
      assertThat(same.get(0).compressed().kept()).isEqualTo(gzip);
      assertThat(same.get(0).compressed().body()).isEqualTo(request.body());
    }
  }

  private static byte[] gzipOf(ExportRequest request) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    request.writeGzipTo(out);
    return out.toByteArray();
  }

  private static byte[] bestGzip(ExportRequest request) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream gzip =
        new GZIPOutputStream(out) {
          {
            def.setLevel(Deflater.BEST_COMPRESSION);
          }
        }) {
      request.writeTo(gzip);
    }
    return out.toByteArray();
  }

  @Test
  void otlpOverHttp_isTaken_andASenderWithoutRoomIsAskedToWait() throws Exception {
    Listener listener = open(otlp().httpRoute());
    ExporterSettings settings =
        settings(
            ExporterKind.OTLP_HTTP, "http://" + listener.address() + "/v1development/profiles");
    assertThat(send(new HttpSender(settings, Clock.systemUTC()), encoded(2)).outcome())
        .isEqualTo(ExportResult.Outcome.ACCEPTED);
    hasRoom = false;
    ExportResult refused = send(new HttpSender(settings, Clock.systemUTC()), encoded(2));
    assertThat(refused.outcome()).isEqualTo(ExportResult.Outcome.RETRY_AFTER);
    assertThat(refused.retryAfterNanos()).isEqualTo(TimeUnit.SECONDS.toNanos(5));
    assertThat(refused.message()).contains("could not be queued");
    assertThat(counts.accepted()).isEqualTo(1);
  }

  @Test
  void olderLevel_isFound_andTold() throws Exception {
    Listener listener = open(otlp().grpcRoute());
    ExporterSettings settings = settings(ExporterKind.OTLP_GRPC, listener.address().toString());
    ExportRequest old =
        OtlpEncoder.builder(OtlpLevel.V1_9).build().encode(window(3)).requests().get(0);
    assertThat(send(new GrpcSender(settings), old).outcome())
        .isEqualTo(ExportResult.Outcome.ACCEPTED);
    assertThat(taken.get(0).window().sampleCount()).isEqualTo(3);
    assertThat(taken.get(0).encoded(OtlpLevel.V1_9)).hasSize(1);
    assertThat(taken.get(0).encoded(OtlpLevel.V1_10)).isNull();
    assertThat(counts.senders().senders())
        .singleElement()
        .satisfies(
            sender -> {
              assertThat(sender.level()).isEqualTo("1.9");
              assertThat(sender.peer()).startsWith("127.0.0.1 ");
            });
  }

  @Test
  void otlpThatIsNone_isRefusedForGood() throws Exception {
    Listener listener = open(otlp().httpRoute());
    assertThat(post(listener, "/v1development/profiles", "application/x-protobuf", "garbage"))
        .isEqualTo(400);
    assertThat(post(listener, "/v1development/profiles", "text/plain", "garbage")).isEqualTo(415);
    assertThat(post(listener, "/v1development/profiles", "application/x-protobuf", ""))
        .isEqualTo(200);
    assertThat(taken).isEmpty();
    assertThat(counts.senders().senders())
        .singleElement()
        .satisfies(
            sender -> {
              assertThat(sender.accepted()).isEqualTo(1);
              assertThat(sender.refusedByReason())
                  .hasSize(2)
                  .containsEntry("media_type", 1L)
                  .allSatisfy((reason, count) -> assertThat(count).isEqualTo(1));
            });
  }

  private static final String JSON =
      """
      {"resourceProfiles": [{"scopeProfiles": [{"profiles": [{
         "timeUnixNano": "1764412800000000000", "durationNano": "10000000000",
         "sampleType": {"typeStrindex": 1, "unitStrindex": 2}, "periodType": {"typeStrindex": 3,
         "unitStrindex": 4}, "period": 10000000, "unknownKey": [1, {"a": null}],
         "samples": [{"stackIndex": 0, "values": ["5"]}]}]}]}],
       "dictionary": {"mappingTable": [{}], "locationTable": [{}], "functionTable": [{}],
         "linkTable": [{}], "stackTable": [{}], "attributeTable": [{}],
         "stringTable": ["", "samples", "count", "cpu", "nanoseconds"]}}
      """;

  /** Case ST-01: an id tells the repetition from the replica. */
  @Test
  void repetition_hasTheDeliveryIdOfTheFirst_andNoIdIsNone() throws Exception {
    Listener listener = open(otlp().httpRoute());
    String first =
        JSON.replace("\"period\":", "\"profileId\": \"" + "0a".repeat(16) + "\", \"period\":");
    for (String body : List.of(first, first, first.replace("0a", "0b"), JSON)) {
      assertThat(post(listener, "/v1development/profiles", "application/json", body))
          .isEqualTo(200);
    }
    assertThat(taken.get(0).deliveryId()).isNotNull().isEqualTo(taken.get(1).deliveryId());
    assertThat(taken.get(2).deliveryId()).isNotNull().isNotEqualTo(taken.get(0).deliveryId());
    assertThat(taken.get(3).deliveryId()).isNull();
  }

  @Test
  void otlpInJson_isTaken_andAnsweredInJson() throws Exception {
    Listener listener = open(otlp().httpRoute());
    HttpResponse<String> answer =
        answer(
            listener,
            "/v1development/profiles",
            "application/json; charset=utf-8",
            JSON.getBytes(UTF_8));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(answer.headers().firstValue("content-type")).contains("application/json");
    assertThat(answer.body()).isEqualTo("{}");
    assertThat(taken)
        .singleElement()
        .satisfies(one -> assertThat(one.window().sampleCount()).isPositive());

    HttpResponse<String> partial =
        answer(
            listener,
            "/v1development/profiles",
            "application/json",
            JSON.replace("[\"5\"]", "[5, 6]").getBytes(UTF_8));
    assertThat(partial.body())
        .contains("{\"rejectedProfiles\":\"1\",\"errorMessage\":\"left out: ");

    HttpResponse<String> refused =
        answer(
            listener,
            "/v1development/profiles",
            "application/json",
            "{\"resourceProfiles\": 5".getBytes(UTF_8));
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.headers().firstValue("content-type")).contains("application/json");
    assertThat(refused.body())
        .startsWith("{\"message\":\"at byte ")
        .doesNotContain("Source", "null", "Exception");
    assertThat(taken).hasSize(1);
  }

  /** Case RC-05: the value 1 with several timestamps is as many events; 3 with two is nothing. */
  @Test
  void sampleThatContradictsItself_isLeftOutAlone_andItsSenderIsNamed() throws Exception {
    Listener listener = open(otlp().httpRoute());
    String times = "1764412800000000001, 1764412800000000002";
    String samples =
        "[{\"stackIndex\": 0, \"values\": [1], \"timestampsUnixNano\": ["
            + (times + ", " + times + ", 1764412800000000003]},")
            + "{\"stackIndex\": 0, \"values\": [1], \"timestampsUnixNano\": [1764412800000000001]},"
            + ("{\"stackIndex\": 0, \"values\": [3], \"timestampsUnixNano\": [" + times + "]}]");
    HttpResponse<String> partial =
        answer(
            listener,
            "/v1development/profiles",
            "application/json",
            JSON.replaceFirst("\\[\\{\"stackIndex\".*?}]", samples).getBytes(UTF_8));
    assertThat(partial.statusCode()).isEqualTo(200);
    assertThat(partial.body()).contains("\"rejectedProfiles\":\"1\"").contains("1 samples");
    assertThat(taken.get(0).window().profiles().get(0).total()).isEqualTo(6);
    assertThat(counts.rejectedByReason()).containsExactly(Map.entry("inconsistent", 1L));
    assertThat(counts.senders().senders())
        .singleElement()
        .satisfies(sender -> assertThat(sender.peer()).startsWith("127.0.0.1 "));
  }

  /** Case RC-04: an OTLP profile of no time ends at its receipt. */
  @Test
  void otlpWithoutATime_endsAtItsReceipt() throws Exception {
    Listener listener = open(otlp().httpRoute());
    String untimed = JSON.replace("1764412800000000000", "0");
    long before = System.currentTimeMillis();
    assertThat(post(listener, "/v1development/profiles", "application/json", untimed))
        .isEqualTo(200);
    Profile profile = taken.get(0).window().profiles().get(0);
    assertThat((profile.startUnixNanos() + profile.durationNanos()) / 1_000_000)
        .isBetween(before, System.currentTimeMillis());
    List<String> untimedCounts = new ArrayList<>();
    counts.report((metric, value, labels) -> untimedCounts.add(metric.name() + " " + value));
    assertThat(untimedCounts).contains("plumbline_receive_untimed_profiles_total 1");
  }

  @Test
  void upload_needsAName_andTakesPprofPlainOrGzip() throws Exception {
    Listener listener = open(upload());
    PprofFile file = new PprofEncoder().encode(window(4)).get(0);
    assertThat(post(listener, "/profiling/upload", "", file.gzipped())).isEqualTo(400);
    assertThat(post(listener, "/profiling/upload?workload=shop", "", file.gzipped()))
        .isEqualTo(204);
    assertThat(post(listener, "/profiling/upload?serviceName=cart", "x/y", file.protobuf()))
        .isEqualTo(204);
    assertThat(attributes(0)).isEqualTo("k8s.workload.name=shop service.name=shop");
    assertThat(attributes(1)).isEqualTo("service.name=cart");
    assertThat(taken.get(0).encoded(OtlpLevel.V1_10)).hasSize(1);
    assertThat(taken.get(0).window().sampleCount()).isEqualTo(taken.get(1).window().sampleCount());
  }

  @Test
  void uploadThatIsNoProfile_is422() throws Exception {
    Listener listener = open(upload());
    assertThat(post(listener, "/profiling/upload?workload=x", "", "no profile")).isEqualTo(422);
    byte[] many = new PprofEncoder().encode(window(10_001)).get(0).gzipped();
    assertThat(post(listener, "/profiling/upload?workload=x", "", many)).isEqualTo(422);
    assertThat(taken).isEmpty();
  }

  @Test
  void pprofServer_takesPlainAndGzippedProfiles_withLabels() throws Exception {
    Listener listener =
        open(
            new PprofServerReceiver(
                    intake,
                    counts,
                    Scope.of("test", "1"),
                    1_000_000,
                    ServerOptions.DEFAULT,
                    Clock.systemUTC())
                .route());
    PprofFile file = new PprofEncoder().encode(window(4)).get(0);
    assertThat(post(listener, "/v1/pprof", "", file.protobuf())).isEqualTo(204);
    assertThat(post(listener, "/v1/pprof?service=a&label=env:prod", "", file.gzipped()))
        .isEqualTo(204);
    assertThat(post(listener, "/v1/pprof?label=env", "", file.gzipped())).isEqualTo(400);
    assertThat(post(listener, "/v1/pprof", "", "no profile")).isEqualTo(400);
    assertThat(post(listener, "/v1/pprof", "", new byte[1_000_001])).isEqualTo(413);
    assertThat(attributes(0)).isEmpty();
    assertThat(attributes(1)).isEqualTo("env=prod service.name=a");
    assertThat(taken).hasSize(2);
  }

  @Test
  void pprofServer_takesWhatCameBeforePprof() throws Exception {
    Listener listener =
        open(
            new PprofServerReceiver(
                    intake,
                    counts,
                    Scope.of("test", "1"),
                    1_000_000,
                    ServerOptions.DEFAULT,
                    Clock.systemUTC())
                .route());
    String counted = "goroutine profile: total 3\n2 @ 0x43a0d6 0x406c6f\n1 @ 0x43a0d6\n";
    assertThat(post(listener, "/v1/pprof", "", counted)).isEqualTo(204);
    ByteBuffer cpu = ByteBuffer.allocate(11 * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (long word : new long[] {0, 3, 0, 10_000, 0, 4, 1, 0x1000, 0, 1, 0}) {
      cpu.putLong(word);
    }
    assertThat(post(listener, "/v1/pprof", "", cpu.array())).isEqualTo(204);
    assertThat(post(listener, "/v1/pprof", "", Arrays.copyOf(cpu.array(), 60))).isEqualTo(400);
    assertThat(taken)
        .extracting(profiles -> profiles.window().profiles().get(0))
        .extracting(profile -> profile.type().type() + " " + profile.total())
        .containsExactly("goroutine 3", "samples 4");
  }

  private Route upload() {
    return new UploadReceiver(intake, counts, Scope.of("test", "1"), Clock.systemUTC()).route();
  }

  private String attributes(int index) {
    StringBuilder text = new StringBuilder();
    taken
        .get(index)
        .window()
        .profiles()
        .get(0)
        .resource()
        .attributes()
        .asList()
        .forEach(each -> text.append(each.key()).append('=').append(each.value()).append(' '));
    return text.toString().strip();
  }

  private static int post(Listener listener, String path, String type, String body)
      throws Exception {
    return post(listener, path, type, body.getBytes(UTF_8));
  }

  private static int post(Listener listener, String path, String type, byte[] body)
      throws Exception {
    return answer(listener, path, type, body).statusCode();
  }

  private static HttpResponse<String> answer(
      Listener listener, String path, String type, byte[] body) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://" + listener.address() + path))
            .POST(HttpRequest.BodyPublishers.ofByteArray(body));
    if (!type.isEmpty()) {
      request.header("Content-Type", type);
    }
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .build()
        .send(request.build(), BodyHandlers.ofString());
  }
}
