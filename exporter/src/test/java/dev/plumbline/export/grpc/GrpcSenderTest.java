package dev.plumbline.export.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.export.fake.FakeCollector;
import dev.plumbline.export.fake.FakeReply;
import dev.plumbline.export.fake.ReceivedRequest;
import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.export.sender.ExportResult;
import dev.plumbline.export.sender.SenderClosedException;
import dev.plumbline.export.settings.ChannelSecurity;
import dev.plumbline.export.settings.Compression;
import dev.plumbline.export.settings.ExporterKind;
import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.profile.SampleCounts;
import io.grpc.Status;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Items 51 to 59 of the checklist, as far as one send decides them. */
class GrpcSenderTest {
  /** Whatever ends within a minute has not waited for this. */
  private static final long TIMEOUT_NANOS = TimeUnit.HOURS.toNanos(1);

  private static final long SOON_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final Set<Status.Code> RETRYABLE =
      EnumSet.of(
          Status.Code.CANCELLED,
          Status.Code.DEADLINE_EXCEEDED,
          Status.Code.ABORTED,
          Status.Code.OUT_OF_RANGE,
          Status.Code.UNAVAILABLE,
          Status.Code.DATA_LOSS);

  private final FakeCollector collector = FakeCollector.start();
  private final GrpcSender sender = new GrpcSender(settings().build());

  @AfterEach
  void close() {
    sender.close();
    collector.close();
  }

  @Test
  void item51_pathAndTrailersHeader_areExact() throws Exception {
    assertThat(send().outcome()).isEqualTo(ExportResult.Outcome.ACCEPTED);
    ReceivedRequest request = collector.received().get(0);
    assertThat(request.path()).isEqualTo(FakeCollector.GRPC_PATH);
    assertThat(RawHttp2.headers(collector.firstBytesReceived()))
        .containsEntry("te", "trailers")
        .containsEntry(":path", FakeCollector.GRPC_PATH)
        .containsEntry(":method", "POST");
    assertThat(request.header("content-type")).isEqualTo("application/grpc");
    assertThat(request.body()).isEqualTo(body());
  }

  @Test
  void item52_gzip_isSaidAndDone() {
    send();
    assertThat(collector.received().get(0).header("grpc-encoding")).isEqualTo("gzip");
    assertThat(collector.received().get(0).body()).isEqualTo(body());
  }

  @Test
  void item52_noCompression_works() {
    try (GrpcSender plain = new GrpcSender(settings().compression(Compression.NONE).build())) {
      assertThat(plain.send(request(), TIMEOUT_NANOS).outcome())
          .isEqualTo(ExportResult.Outcome.ACCEPTED);
      assertThat(collector.received().get(0).header("grpc-encoding")).isIn(null, "identity");
      assertThat(collector.received().get(0).body()).isEqualTo(body());
    }
  }

  @ParameterizedTest
  @EnumSource(value = Status.Code.class, mode = EnumSource.Mode.EXCLUDE, names = "OK")
  void item53_codes_areRetriedOrNotAsTheSpecificationSays(Status.Code code) {
    collector.then(FakeReply.status(code, "because"));
    ExportResult result = send();
    assertThat(result.outcome())
        .isEqualTo(
            RETRYABLE.contains(code)
                ? ExportResult.Outcome.RETRY_AFTER
                : ExportResult.Outcome.REFUSED);
    assertThat(result.reason()).isEqualTo(code.name().toLowerCase(Locale.ROOT));
    assertThat(result.message()).contains("because");
  }

  @ParameterizedTest
  @EnumSource(
      value = Status.Code.class,
      names = {"UNIMPLEMENTED", "PERMISSION_DENIED", "UNAUTHENTICATED"})
  void item53_refusalsOfTheReceiver_areToldFromThoseOfARequest(Status.Code code) {
    collector.then(
        FakeReply.status(code, "no"), FakeReply.status(Status.Code.INVALID_ARGUMENT, "no"));
    assertThat(send().refusal()).isEqualTo(ExportResult.Refusal.RECEIVER);
    assertThat(send().refusal()).isEqualTo(ExportResult.Refusal.REQUEST);
  }

  @Test
  void unimplemented_isExplained() {
    collector.then(FakeReply.status(Status.Code.UNIMPLEMENTED, "unknown service x"));
    assertThat(send().message())
        .contains("profiles pipeline", "service.profilesSupport", "unknown service x")
        .doesNotContain("\n");
  }

  @Test
  void wrongWireType_isExplainedAsAnotherLevel() {
    collector.then(
        FakeReply.status(Status.Code.INTERNAL, "proto: wrong wireType = 2 for field LinkIndex"));
    assertThat(send().message()).contains("otlp-level", "LinkIndex");
  }

  @ParameterizedTest
  @EnumSource(
      value = Status.Code.class,
      names = {"UNAVAILABLE", "RESOURCE_EXHAUSTED"})
  void item54_retryInfo_isHonoured(Status.Code code) {
    collector.then(FakeReply.retryInfo(code, Duration.ofMillis(1500)));
    ExportResult result = send();
    assertThat(result.outcome()).isEqualTo(ExportResult.Outcome.RETRY_AFTER);
    assertThat(result.retryAfterNanos()).isEqualTo(1_500_000_000L);
  }

  @Test
  void item54_retryInfoWithoutDelay_stillMeansRetry() {
    collector.then(FakeReply.retryInfo(Status.Code.RESOURCE_EXHAUSTED, Duration.ZERO));
    ExportResult result = send();
    assertThat(result.outcome()).isEqualTo(ExportResult.Outcome.RETRY_AFTER);
    assertThat(result.retryAfterNanos()).isZero();
  }

  @Test
  void item56_partialSuccess_isReadWithItsMessage() {
    collector.then(
        FakeReply.partialSuccess(2, "too old"),
        FakeReply.partialSuccess(0, "mind the labels"),
        FakeReply.body(new byte[] {10, 0}));
    ExportResult partly = send();
    assertThat(partly.outcome()).isEqualTo(ExportResult.Outcome.PARTLY_REJECTED);
    assertThat(partly.rejectedProfiles()).isEqualTo(2);
    assertThat(partly.message()).isEqualTo("too old");
    ExportResult remark = send();
    assertThat(remark.outcome()).isEqualTo(ExportResult.Outcome.ACCEPTED);
    assertThat(remark.message()).isEqualTo("mind the labels");
    ExportResult empty = send();
    assertThat(empty.outcome()).isEqualTo(ExportResult.Outcome.ACCEPTED);
    assertThat(empty.message()).isEmpty();
  }

  @Test
  void item57_deadline_isSentAndKept() {
    collector.always(FakeReply.HANG);
    long start = System.nanoTime();
    ExportResult result = sender.send(request(), TimeUnit.MILLISECONDS.toNanos(400));
    assertThat(result.outcome()).isEqualTo(ExportResult.Outcome.RETRY_AFTER);
    assertThat(result.reason()).isEqualTo("deadline_exceeded");
    assertThat(System.nanoTime() - start).isLessThan(SOON_NANOS);
    collector.always(FakeReply.ACCEPT);
    send();
    assertThat(collector.stored().get(0).header("grpc-timeout")).matches("[0-9]+[mun]");
    // The connection may have died in silence, so the next call has one of its own.
    assertThat(collector.acceptedConnections()).isEqualTo(2);
  }

  @Test
  void item59_replyBeyondFourMebibytes_isRefused() {
    collector.then(
        FakeReply.partialSuccess(0, "x".repeat((4 << 20) + 1)),
        FakeReply.partialSuccess(0, "x".repeat(3 << 20)));
    ExportResult large = send();
    assertThat(large.outcome()).isEqualTo(ExportResult.Outcome.REFUSED);
    assertThat(large.reason()).isEqualTo("resource_exhausted");
    ExportResult fits = send();
    assertThat(fits.outcome()).isEqualTo(ExportResult.Outcome.ACCEPTED);
    assertThat(fits.message()).hasSize(1024);
  }

  @Test
  void brokenReplyWithSuccess_isSuccessWithARemark() {
    collector.then(FakeReply.body(new byte[] {10, 100, 1}));
    ExportResult result = send();
    assertThat(result.outcome()).isEqualTo(ExportResult.Outcome.ACCEPTED);
    assertThat(result.message()).startsWith("its reply cannot be read");
  }

  @Test
  void headersAndUserAgent_areSentWithEveryCall() {
    try (GrpcSender other =
        new GrpcSender(
            settings().headers(Map.of("Authorization", "Basic dTpw==", "bad key", "x")).build())) {
      other.send(request(), TIMEOUT_NANOS);
      other.send(request(), TIMEOUT_NANOS);
      for (ReceivedRequest request : collector.received()) {
        assertThat(request.header("authorization")).isEqualTo("Basic dTpw==");
        assertThat(request.header("user-agent"))
            .startsWith("Plumbline/")
            .contains("OTel-OTLP-Exporter-Java/");
      }
      assertThat(collector.acceptedConnections()).isEqualTo(1);
    }
  }

  @Test
  void deadReceiver_isRetriedAndFoundAgainAtOnce() {
    collector.goDown();
    ExportResult result = send();
    assertThat(result.outcome()).isEqualTo(ExportResult.Outcome.RETRY_AFTER);
    assertThat(result.reason()).isEqualTo("unavailable");
    assertThat(result.message()).containsIgnoringCase("refused");
    assertThat(sender.isConnected()).isFalse();
    collector.comeUp();
    assertThat(send().outcome()).isEqualTo(ExportResult.Outcome.ACCEPTED);
    assertThat(sender.isConnected()).isTrue();
  }

  @Test
  void droppedConnection_isRetriedOverAnother() {
    collector.then(FakeReply.DROP_CONNECTION);
    assertThat(send().outcome()).isEqualTo(ExportResult.Outcome.RETRY_AFTER);
    assertThat(send().outcome()).isEqualTo(ExportResult.Outcome.ACCEPTED);
    assertThat(collector.acceptedConnections()).isEqualTo(2);
  }

  @Test
  void lostConnection_isNotReplacedUnseen() {
    assertThat(sender.sendConnected(request(), TIMEOUT_NANOS)).isNull();
    send();
    assertThat(sender.sendConnected(request(), TIMEOUT_NANOS)).isEqualTo(ExportResult.accepted());
    collector.dropConnections();
    // Seen already or only by the call: it goes over no other connection.
    ExportResult result = sender.sendConnected(request(), TIMEOUT_NANOS);
    assertThat(result == null ? null : result.outcome())
        .as("%s", result)
        .isIn(null, ExportResult.Outcome.RETRY_AFTER);
    assertThat(sender.sendConnected(request(), TIMEOUT_NANOS)).isNull();
    assertThat(collector.received()).hasSize(2);
    assertThat(send().outcome()).isEqualTo(ExportResult.Outcome.ACCEPTED);
  }

  @Test
  void unknownHost_isRetried() {
    try (GrpcSender lost =
        new GrpcSender(settings().endpoint("no-such-host.invalid:4317").build())) {
      ExportResult result = lost.send(request(), TIMEOUT_NANOS);
      assertThat(result.outcome()).isEqualTo(ExportResult.Outcome.RETRY_AFTER);
      assertThat(result.message()).contains("no-such-host.invalid");
    }
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
    assertThatThrownBy(() -> send()).isInstanceOf(SenderClosedException.class);
    assertThat(System.nanoTime() - start).isLessThan(SOON_NANOS);
    closer.join();
    assertThatThrownBy(() -> send()).isInstanceOf(SenderClosedException.class);
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

  private ExporterSettings.Builder settings() {
    return ExporterSettings.builder("x", ExporterKind.OTLP_GRPC)
        .endpoint(collector.grpcTarget())
        .security(ChannelSecurity.PLAINTEXT);
  }
}
