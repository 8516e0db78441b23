package dev.plumbline.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.assembly.ExporterFactory;
import dev.plumbline.export.fake.FakeCollector;
import dev.plumbline.export.fake.FakeReply;
import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.export.sender.ExportResult;
import dev.plumbline.export.sender.RequestSender;
import dev.plumbline.export.settings.ChannelSecurity;
import dev.plumbline.export.settings.ExporterKind;
import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.export.settings.QueueSettings;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Sample;
import dev.plumbline.profile.StackTrace;
import io.grpc.Status;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The thread, the flush and the end, over real sockets. */
class ProfileExporterTest {
  /** What a test waits for at most; only what is broken takes so long. */
  private static final Duration SOON = Duration.ofMinutes(1);

  /** Of a call: whatever ends sooner was ended. */
  private static final Duration TIMEOUT = Duration.ofHours(1);

  private final LoggedWarnings log = LoggedWarnings.of(ProfileExporter.class);
  private final FakeCollector collector = FakeCollector.start();
  private final ProfileExporter exporter = ExporterFactory.create(settings().build());

  @AfterEach
  void close() {
    exporter.close(Duration.ofMillis(100));
    collector.close();
    log.close();
  }

  @Test
  void window_arrivesOverTheWire() {
    exporter.start();
    exporter.export(window(5));
    assertThat(exporter.flush(SOON)).isTrue();
    assertThat(collector.stored()).hasSize(1);
    assertThat(exporter.account().samples().exported()).isEqualTo(5);
    assertThat(exporter.account().samples().held()).isZero();
  }

  @Test
  void thread_isOneDaemonWithTheExportersName() {
    exporter.start();
    exporter.start();
    Thread[] threads = new Thread[Thread.activeCount() + 20];
    int count = Thread.enumerate(threads);
    assertThat(
            Arrays.stream(threads, 0, count)
                .filter(thread -> thread.getName().equals("plumbline-export-wire"))
                .map(Thread::isDaemon)
                .collect(Collectors.toList()))
        .containsExactly(true);
  }

  @Test
  void momentWithoutMemory_endsNoExport() {
    AtomicInteger calls = new AtomicInteger();
    RequestSender sender =
        new RequestSender() {
          @Override
          public ExportResult send(ExportRequest request, long timeoutNanos) {
            if (calls.incrementAndGet() == 1) {
              throw new OutOfMemoryError("thrown by a test");
            }
            return ExportResult.accepted();
          }

          @Override
          public String target() {
            return "a test";
          }

          @Override
          public void close() {
            // nothing is held
          }
        };
    try (ProfileExporter other = ProfileExporter.create(settings().build(), sender, null)) {
      other.start();
      other.export(window(3));
      assertThat(other.flush(SOON)).isTrue();
      assertThat(other.account().samples().exported()).isEqualTo(3);
    }
    assertThat(calls).hasValue(2);
  }

  @Test
  void emptyWindow_isIgnored() {
    exporter.start();
    exporter.export(ProfileWindow.EMPTY);
    assertThat(exporter.flush(SOON)).isTrue();
    assertThat(collector.received()).isEmpty();
  }

  @Test
  void configuredResource_liesOverTheWindows() {
    ExporterSettings settings =
        settings()
            .resourceAttributes(Attributes.of(Attribute.of("deployment.zone", "zone-nine")))
            .build();
    try (ProfileExporter other = ExporterFactory.create(settings)) {
      other.start();
      other.export(window(1));
      assertThat(other.flush(SOON)).isTrue();
    }
    assertThat(new String(collector.stored().get(0).body(), StandardCharsets.ISO_8859_1))
        .contains("deployment.zone", "zone-nine");
  }

  @Test
  void item59_close_flushesWithinItsTime() {
    exporter.start();
    exporter.export(window(2));
    exporter.export(window(3));
    exporter.close(SOON);
    assertThat(collector.stored()).hasSize(2);
    assertThat(exporter.account().samples().exported()).isEqualTo(5);
  }

  @Test
  void close_withAHangingReceiver_isBoundedAndSaysWhatItAbandoned() {
    collector.always(FakeReply.HANG);
    exporter.start();
    exporter.export(window(2));
    exporter.export(window(3));
    collector.awaitReceived(1, SOON);
    long start = System.nanoTime();
    exporter.close(Duration.ofMillis(800));
    assertThat(System.nanoTime() - start).isLessThan(SOON.toNanos());
    ExportAccount.Tally samples = exporter.account().samples();
    assertThat(samples.droppedByReason()).isEqualTo(Map.of(ExportDrops.CLOSED, 5L));
    assertThat(samples.held()).isZero();
    assertThat(exporter.accountLine())
        .containsPattern("closed, 5 samples abandoned: .*; last failure: (no_answer|deadline_)");
  }

  @Test
  void close_withADeadReceiver_isBounded() {
    collector.goDown();
    exporter.start();
    exporter.export(window(2));
    long start = System.nanoTime();
    exporter.close(Duration.ofMillis(500));
    exporter.close(SOON);
    assertThat(System.nanoTime() - start).isLessThan(SOON.toNanos());
    assertThat(exporter.account().samples().droppedByReason())
        .isEqualTo(Map.of(ExportDrops.CLOSED, 2L));
  }

  @Test
  void windowAfterClose_isDroppedAndCounted() {
    exporter.start();
    exporter.close(SOON);
    exporter.export(window(7));
    assertThat(exporter.account().samples().droppedByReason())
        .isEqualTo(Map.of(ExportDrops.CLOSED, 7L));
  }

  @Test
  void item55_export_neverBlocksWhileTheReceiverHangs() {
    collector.always(FakeReply.HANG);
    exporter.start();
    exporter.export(window(1));
    collector.awaitReceived(1, SOON);
    long start = System.nanoTime();
    for (int i = 0; i < 2000; i++) {
      exporter.export(window(1));
    }
    assertThat(System.nanoTime() - start).isLessThan(SOON.toNanos());
    ExportAccount.Tally samples = exporter.account().samples();
    assertThat(samples.held()).isEqualTo(QueueSettings.DEFAULT_MAX_ITEMS);
    assertThat(samples.droppedByReason()).containsOnlyKeys(ExportDrops.QUEUE_FULL);
  }

  @Test
  void receiverThatComesBack_getsWhatWaited() {
    collector.goDown();
    exporter.start();
    exporter.export(window(1));
    exporter.export(window(2));
    assertThat(exporter.flush(Duration.ofMillis(300))).isFalse();
    collector.comeUp();
    assertThat(exporter.flush(SOON)).isTrue();
    assertThat(exporter.account().samples().exported()).isEqualTo(3);
  }

  @Test
  void throttlingReceiver_isWaitedForAndThenGetsAll() {
    collector.then(FakeReply.retryInfo(Status.Code.RESOURCE_EXHAUSTED, Duration.ofMillis(700)));
    exporter.start();
    exporter.export(window(4));
    assertThat(exporter.flush(SOON)).isTrue();
    assertThat(collector.received()).hasSize(2);
    assertThat(
            collector.received().get(1).receivedNanos()
                - collector.received().get(0).receivedNanos())
        .isGreaterThan(Duration.ofMillis(700).toNanos());
    assertThat(collector.stored()).hasSize(1);
  }

  @Test
  void item58_requestAboveTheCap_isSplit() {
    ExporterSettings settings =
        settings().maxRequestBytes(ExporterSettings.SMALLEST_MAX_REQUEST_BYTES).build();
    try (ProfileExporter other = ExporterFactory.create(settings)) {
      other.start();
      other.export(window(8000));
      assertThat(other.flush(SOON)).isTrue();
      assertThat(other.account().samples().exported()).isEqualTo(8000);
    }
    assertThat(collector.stored()).hasSizeGreaterThan(1);
    assertThat(collector.stored())
        .allMatch(request -> request.body().length <= ExporterSettings.SMALLEST_MAX_REQUEST_BYTES);
  }

  @Test
  void item58_sampleThatCannotFit_isDroppedAndNeverSent() {
    List<Frame> frames = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      frames.add(Frame.named(i + "x".repeat(40_000), FrameType.JVM));
    }
    Profile giant =
        window(1).profiles().get(0).withSamples(List.of(Sample.of(StackTrace.of(frames), 1)));
    ExporterSettings settings =
        settings().maxRequestBytes(ExporterSettings.SMALLEST_MAX_REQUEST_BYTES).build();
    try (ProfileExporter other = ExporterFactory.create(settings)) {
      other.start();
      other.export(ProfileWindow.of(List.of(giant)));
      other.export(window(2));
      assertThat(other.flush(SOON)).isTrue();
      assertThat(other.account().samples().droppedByReason()).isEqualTo(Map.of("oversized", 1L));
      assertThat(other.account().samples().exported()).isEqualTo(2);
    }
    assertThat(collector.received()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(
      value = Status.Code.class,
      names = {"UNKNOWN", "INTERNAL", "INVALID_ARGUMENT", "RESOURCE_EXHAUSTED", "UNIMPLEMENTED"})
  void item53_finalCodes_areSentOnce(Status.Code code) {
    collector.always(FakeReply.status(code, "no"));
    exporter.start();
    exporter.export(window(3));
    assertThat(exporter.flush(SOON)).isTrue();
    assertThat(collector.received()).hasSize(1);
    assertThat(exporter.account().samples().rejected()).isEqualTo(3);
    assertThat(exporter.account().isWithoutLoss()).isFalse();
    exporter.close(SOON);
    String reason = code.name().toLowerCase(Locale.ROOT);
    assertThat(log.lines())
        .as("one line explains, the last one counts and names")
        .hasSize(2)
        .satisfies(lines -> assertThat(lines.get(0)).contains(reason + ": "))
        .satisfies(lines -> assertThat(lines.get(1)).endsWith("; last failure: " + reason));
  }

  @Test
  void refusalOverHttp_isExplainedOnce() {
    ExporterSettings settings =
        ExporterSettings.builder("wire", ExporterKind.OTLP_HTTP)
            .endpoint(collector.httpBase("http") + "/v1development/profiles")
            .security(ChannelSecurity.PLAINTEXT)
            .build();
    collector.always(FakeReply.http(404));
    try (ProfileExporter http = ExporterFactory.create(settings)) {
      http.start();
      http.export(window(3));
      assertThat(http.flush(SOON)).isTrue();
    }
    assertThat(log.lines()).hasSize(2);
    assertThat(log.lines().get(0)).contains("http_404: ", "service.profilesSupport");
    assertThat(log.lines().get(1))
        .contains("rejected {http_404=3}")
        .endsWith("; last failure: http_404");
  }

  @Test
  void lyingReceiver_countsAsExported() {
    collector.always(FakeReply.LIE);
    exporter.start();
    exporter.export(window(1));
    assertThat(exporter.flush(SOON)).isTrue();
    assertThat(exporter.account().samples().exported()).isEqualTo(1);
    assertThat(collector.stored()).isEmpty();
  }

  private static ProfileWindow window(int samples) {
    return SimulatedExporter.window(samples);
  }

  private ExporterSettings.Builder settings() {
    return ExporterSettings.builder("wire", ExporterKind.OTLP_GRPC)
        .endpoint(collector.grpcTarget())
        .timeout(TIMEOUT)
        .security(ChannelSecurity.PLAINTEXT);
  }
}
