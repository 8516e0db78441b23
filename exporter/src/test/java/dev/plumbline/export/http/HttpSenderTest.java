package dev.plumbline.export.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.config.exporters.Endpoint;
import dev.plumbline.config.exporters.EndpointException;
import dev.plumbline.export.fake.FakeCollector;
import dev.plumbline.export.fake.FakeReply;
import dev.plumbline.export.fake.FakeWire;
import dev.plumbline.export.fake.ReceivedRequest;
import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.export.sender.ExportResult;
import dev.plumbline.export.sender.SenderClosedException;
import dev.plumbline.export.settings.ChannelSecurity;
import dev.plumbline.export.settings.Compression;
import dev.plumbline.export.settings.ExporterKind;
import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.profile.SampleCounts;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Items 60 to 65 of the checklist. */
class HttpSenderTest {
  /** Whatever ends within a minute has not waited for this. */
  private static final long TIMEOUT_NANOS = TimeUnit.HOURS.toNanos(1);

  private static final long SOON_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final Instant NOW = Instant.parse("2026-11-29T12:00:00Z");
  private static final Map<String, String> PROTOBUF =
      Map.of("Content-Type", "application/x-protobuf");

  private final FakeCollector collector = FakeCollector.start();
  private final HttpSender sender = sender(settings());

  @AfterEach
  void close() {
    sender.close();
    collector.close();
  }

  @Test
  void item60_url_isUsedUnchanged() {
    send();
    assertThat(collector.received().get(0).path()).isEqualTo("/v1development/profiles");
    try (HttpSender other =
        sender(settings().endpoint(collector.httpBase("http") + "/a%20b//c?tenant=x"))) {
      other.send(request(), TIMEOUT_NANOS);
      assertThat(collector.received().get(1).path()).isEqualTo("/a%20b//c?tenant=x");
      assertThat(other.target()).isEqualTo("localhost:" + collector.port() + "/a%20b//c");
    }
    try (HttpSender bare = sender(settings().endpoint(collector.httpBase("http")))) {
      bare.send(request(), TIMEOUT_NANOS);
      assertThat(collector.received().get(2).path()).isEqualTo("/");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/", "/base", "/base//", "/base/v1development/profiles"})
  void item60_signalPath_isAppendedOnce(String base) throws EndpointException {
    String endpoint =
        Endpoint.httpBase(collector.httpBase("http") + base, ChannelSecurity.PLAINTEXT).target();
    try (HttpSender other = sender(settings().endpoint(endpoint))) {
      other.send(request(), TIMEOUT_NANOS);
    }
    assertThat(collector.received().get(0).path())
        .isEqualTo((base.startsWith("/base") ? "/base" : "") + "/v1development/profiles");
  }

  @Test
  void item61_contentTypeIsExactAndEncodingOnlyWhereItIs() {
    send();
    ReceivedRequest gzip = collector.received().get(0);
    assertThat(gzip.header("content-type")).isEqualTo("application/x-protobuf");
    assertThat(gzip.header("content-encoding")).isEqualTo("gzip");
    assertThat(gzip.header("accept-encoding")).isNull();
    assertThat(gzip.body()).isEqualTo(body());
    try (HttpSender plain = sender(settings().compression(Compression.NONE))) {
      plain.send(request(), TIMEOUT_NANOS);
      ReceivedRequest none = collector.received().get(1);
      assertThat(none.header("content-encoding")).isNull();
      assertThat(none.header("content-length")).isEqualTo("1000");
      assertThat(none.body()).isEqualTo(body());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 202, 204, 206, 299})
  void item62_any2xx_isFinal(int status) {
    collector.then(FakeReply.http(status));
    assertThat(send().outcome()).isEqualTo(ExportResult.Outcome.ACCEPTED);
  }

  @Test
  void item62_partialSuccess_isParsed() {
    collector.then(
        FakeReply.http(200, PROTOBUF, FakeWire.exportReply(3, "too old")),
        FakeReply.http(206, PROTOBUF, FakeWire.exportReply(0, "mind the labels")),
        FakeReply.http(200, PROTOBUF, new byte[] {10, 100}));
    ExportResult partly = send();
    assertThat(partly.outcome()).isEqualTo(ExportResult.Outcome.PARTLY_REJECTED);
    assertThat(partly.rejectedProfiles()).isEqualTo(3);
    assertThat(partly.message()).isEqualTo("too old");
    assertThat(send().message()).isEqualTo("mind the labels");
    ExportResult broken = send();
    assertThat(broken.outcome()).isEqualTo(ExportResult.Outcome.ACCEPTED);
    assertThat(broken.message()).startsWith("its reply cannot be read");
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 502, 503, 504})
  void item63_theseAreRetried(int status) {
    collector.then(FakeReply.http(status));
    ExportResult result = send();
    assertThat(result.outcome()).isEqualTo(ExportResult.Outcome.RETRY_AFTER);
    assertThat(result.reason()).isEqualTo("http_" + status);
    assertThat(result.retryAfterNanos()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 503})
  void item63_retryAfter_isHonouredAsSecondsAndAsDate(int status) {
    collector.then(
        retryAfter(status, "7"),
        retryAfter(status, "Sun, 29 Nov 2026 12:01:30 GMT"),
        retryAfter(status, "Sun, 29 Nov 2026 11:00:00 GMT"),
        retryAfter(status, "soon"));
    assertThat(send().retryAfterNanos()).isEqualTo(TimeUnit.SECONDS.toNanos(7));
    assertThat(send().retryAfterNanos()).isEqualTo(TimeUnit.SECONDS.toNanos(90));
    assertThat(send().retryAfterNanos()).isZero();
    assertThat(send().retryAfterNanos()).isZero();
  }

  @Test
  void item63_failedConnections_areRetried() {
    collector.then(FakeReply.DROP_CONNECTION);
    assertThat(send().outcome()).isEqualTo(ExportResult.Outcome.RETRY_AFTER);
    collector.goDown();
    // A sender may learn by this one that a connection which it still had is cut.
    assertThat(send().outcome()).isEqualTo(ExportResult.Outcome.RETRY_AFTER);
    ExportResult down = send();
    assertThat(down.outcome()).isEqualTo(ExportResult.Outcome.RETRY_AFTER);
    assertThat(down.message()).containsIgnoringCase("refused");
    assertThat(sender.isConnected()).isFalse();
    collector.comeUp();
    assertThat(send().outcome()).isEqualTo(ExportResult.Outcome.ACCEPTED);
    assertThat(sender.isConnected()).isTrue();
  }

  @Test
  void item63_noAnswerInTime_isRetried() {
    // With a connection, so that it is the answer that is late.
    send();
    collector.always(FakeReply.HANG);
    long start = System.nanoTime();
    ExportResult result = sender.send(request(), TimeUnit.MILLISECONDS.toNanos(300));
    assertThat(result.outcome()).isEqualTo(ExportResult.Outcome.RETRY_AFTER);
    assertThat(result.message()).contains("no answer in time");
    assertThat(System.nanoTime() - start).isLessThan(SOON_NANOS);
    collector.always(FakeReply.ACCEPT);
    assertThat(send().outcome()).isEqualTo(ExportResult.Outcome.ACCEPTED);
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 400, 401, 403, 404, 405, 413, 415, 500, 501})
  void item64_theseAreFinal(int status) {
    collector.then(
        FakeReply.http(
            status,
            Map.of("Content-Type", "text/plain"),
            "line one\nline two".getBytes(StandardCharsets.UTF_8)));
    ExportResult result = send();
    assertThat(result.outcome()).isEqualTo(ExportResult.Outcome.REFUSED);
    assertThat(result.message()).contains("HTTP status " + status, "line one line two");
  }

  @Test
  void item64_statusMessage_isReadAndLongTextIsCut() {
    collector.then(
        FakeReply.http(400, PROTOBUF, FakeWire.rpcStatus(0, "bad stack index", null)),
        FakeReply.http(
            400,
            Map.of("Content-Type", "text/plain"),
            "x".repeat(100_000).getBytes(StandardCharsets.UTF_8)));
    assertThat(send().message()).isEqualTo("HTTP status 400: bad stack index");
    assertThat(send().message()).hasSizeLessThanOrEqualTo(1024);
  }

  @Test
  void unauthorized_countsForTheReceiverAndNotTheRequest() {
    collector.then(FakeReply.http(401), FakeReply.http(403), FakeReply.http(400));
    assertThat(send().refusal()).isEqualTo(ExportResult.Refusal.RECEIVER);
    assertThat(send().refusal()).isEqualTo(ExportResult.Refusal.RECEIVER);
    assertThat(send().refusal()).isEqualTo(ExportResult.Refusal.REQUEST);
  }

  @Test
  void item65_headers_areSentOnEveryTryOverOneConnection() {
    collector.then(FakeReply.http(503));
    try (HttpSender other =
        sender(
            settings()
                .headers(
                    Map.of(
                        "Authorization", "Basic dTpw==",
                        "X-Scope-OrgID", "café",
                        "bad key", "x",
                        "split", "a\r\nb: c")))) {
      other.send(request(), TIMEOUT_NANOS);
      other.send(request(), TIMEOUT_NANOS);
    }
    assertThat(collector.received()).hasSize(2);
    for (ReceivedRequest request : collector.received()) {
      assertThat(request.header("authorization")).isEqualTo("Basic dTpw==");
      assertThat(request.header("x-scope-orgid"))
          .isEqualTo(
              new String("café".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1));
      assertThat(request.header("split")).isNull();
      assertThat(request.header("b")).isNull();
      assertThat(request.header("user-agent"))
          .startsWith("Plumbline/")
          .contains("OTel-OTLP-Exporter-Java/");
    }
    assertThat(collector.acceptedConnections()).isEqualTo(1);
  }

  @Test
  void lostConnection_isNotReplacedUnseen() {
    assertThat(sender.sendConnected(request(), TIMEOUT_NANOS)).isNull();
    send();
    assertThat(sender.sendConnected(request(), TIMEOUT_NANOS)).isEqualTo(ExportResult.accepted());
    collector.dropConnections();
    // Seen already or only by the exchange: it goes over no other connection.
    ExportResult result = sender.sendConnected(request(), TIMEOUT_NANOS);
    assertThat(result == null ? null : result.outcome())
        .as("%s", result)
        .isIn(null, ExportResult.Outcome.RETRY_AFTER);
    assertThat(sender.sendConnected(request(), TIMEOUT_NANOS)).isNull();
    assertThat(collector.acceptedConnections()).isEqualTo(1);
    assertThat(collector.received()).hasSize(2);
    assertThat(send().outcome()).isEqualTo(ExportResult.Outcome.ACCEPTED);
  }

  @Test
  void answerBeyondFourMebibytes_isRefusedAndNotRetried() {
    collector.then(FakeReply.http(200, PROTOBUF, new byte[(4 << 20) + 1]));
    ExportResult result = send();
    assertThat(result.outcome()).isEqualTo(ExportResult.Outcome.REFUSED);
    assertThat(result.reason()).isEqualTo("answer_too_large");
    assertThat(send().outcome()).isEqualTo(ExportResult.Outcome.ACCEPTED);
  }

  @Test
  void close_endsACallUnderWay() throws InterruptedException {
    collector.always(FakeReply.HANG);
    Thread closer =
        new Thread(
            () -> {
              collector.awaitReceived(1, Duration.ofMinutes(1));
              sender.close();
            });
    closer.start();
    long start = System.nanoTime();
    assertThatThrownBy(this::send).isInstanceOf(SenderClosedException.class);
    assertThat(System.nanoTime() - start).isLessThan(SOON_NANOS);
    closer.join();
  }

  private static FakeReply retryAfter(int status, String value) {
    return FakeReply.http(status, Map.of("Retry-After", value), new byte[0]);
  }

  private ExportResult send() {
    return sender.send(request(), TIMEOUT_NANOS);
  }

  private static byte[] body() {
    byte[] body = new byte[1000];
    body[999] = 7;
    return body;
  }

  private static ExportRequest request() {
    return ExportRequest.takingOver(body(), 1000, 1, SampleCounts.EMPTY);
  }

  private static HttpSender sender(ExporterSettings.Builder settings) {
    return new HttpSender(settings.build(), Clock.fixed(NOW, ZoneOffset.UTC));
  }

  private ExporterSettings.Builder settings() {
    return ExporterSettings.builder("x", ExporterKind.OTLP_HTTP)
        .endpoint(collector.httpBase("http") + "/v1development/profiles")
        .security(ChannelSecurity.PLAINTEXT);
  }
}
