package dev.plumbline.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.assembly.ExporterFactory;
import dev.plumbline.export.fake.FakeCollector;
import dev.plumbline.export.fake.FakePyroscope;
import dev.plumbline.export.fake.StoredProfile;
import dev.plumbline.export.settings.ChannelSecurity;
import dev.plumbline.export.settings.ExporterKind;
import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.export.settings.LevelChoice;
import dev.plumbline.otlp.oracle.DecodedRequest;
import dev.plumbline.otlp.oracle.LevelClasses;
import dev.plumbline.otlp.oracle.OtlpChecklist;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import dev.plumbline.profile.Link;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileType;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Sample;
import dev.plumbline.profile.Scope;
import dev.plumbline.profile.StackTrace;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@code otlp-level: auto} against Pyroscopes that read by their own level, and the proof that they
 * would have stored garbage without an error otherwise.
 */
class AutoLevelTest {
  private static final Duration SOON = Duration.ofMinutes(1);
  private static final String CPU_ID = "process_cpu:cpu:nanoseconds:cpu:nanoseconds";
  private static final long PERIOD_NANOS = 10_000_000;
  private static final Attributes ROUTE = Attributes.of(Attribute.of("route", "cart"));

  @ParameterizedTest
  @CsvSource({
    "1.15.0, OTLP_GRPC", "1.18.0, OTLP_GRPC", "1.20.0, OTLP_GRPC", "2.2.1, OTLP_GRPC",
    "1.16.0, OTLP_HTTP", "1.18.0, OTLP_HTTP", "1.20.0, OTLP_HTTP", "2.2.1, OTLP_HTTP"
  })
  void auto_isUnderstoodByEveryVersion(String version, ExporterKind kind) {
    try (FakePyroscope pyroscope = FakePyroscope.start(version)) {
      assertThat(exported(kind, LevelChoice.AUTO, pyroscope.receiver())).isEqualTo(2);
      assertRight(pyroscope.stored());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1.15.0, V1_10",
    "1.18.0, V1_10",
    "1.20.0, V1_9",
    "1.20.0, V1_8",
    "2.2.1, V1_9",
    "2.2.1, V1_8"
  })
  void wrongLevel_isAcceptedAndStoredAsGarbage(String version, LevelChoice level) {
    try (FakePyroscope pyroscope = FakePyroscope.start(version)) {
      // The receiver says success: only a look at what it stored tells.
      ExporterSettings settings = settings(ExporterKind.OTLP_GRPC, level, pyroscope.receiver());
      assertThat(account(settings, window(ROUTE)).samples().exported()).isEqualTo(2);
      assertThat(pyroscope.stored()).allMatch(profile -> profile.total() != 6 * PERIOD_NANOS);
    }
  }

  @Test
  void wrongLevel_withoutAttributes_isRefusedAndNotRetried() {
    try (FakePyroscope pyroscope = FakePyroscope.start("1.18.0")) {
      ExporterSettings settings =
          settings(ExporterKind.OTLP_GRPC, LevelChoice.V1_10, pyroscope.receiver());
      ExportAccount account = account(settings, window(Attributes.EMPTY));
      assertThat(account.samples().rejectedByReason()).isEqualTo(Map.of("unknown", 2L));
      assertThat(pyroscope.receiver().received()).hasSize(1);
    }
  }

  @Test
  void upgradedPyroscope_isAskedAgainAfterTheReconnect() {
    try (FakePyroscope pyroscope = FakePyroscope.start("1.17.0");
        ProfileExporter exporter =
            ExporterFactory.create(
                settings(ExporterKind.OTLP_GRPC, LevelChoice.AUTO, pyroscope.receiver()))) {
      exporter.start();
      exporter.export(window());
      assertThat(exporter.flush(SOON)).isTrue();
      pyroscope.upgradeTo("2.2.1");
      exporter.export(window());
      assertThat(exporter.flush(SOON)).isTrue();
      assertThat(exporter.account().samples().exported()).isEqualTo(4);
      assertThat(pyroscope.stored()).hasSize(2);
      assertThat(pyroscope.stored()).allMatch(profile -> profile.total() == 6 * PERIOD_NANOS);
    }
  }

  @Test
  void pyroscopeThatStartsLater_getsTheWindowsThatWaited() {
    try (FakePyroscope pyroscope = FakePyroscope.start("1.18.0");
        ProfileExporter exporter =
            ExporterFactory.create(
                settings(ExporterKind.OTLP_GRPC, LevelChoice.AUTO, pyroscope.receiver()))) {
      pyroscope.receiver().goDown();
      exporter.start();
      exporter.export(window());
      assertThat(exporter.flush(Duration.ofMillis(300))).isFalse();
      assertThat(exporter.account().samples().held()).isEqualTo(2);
      pyroscope.receiver().comeUp();
      assertThat(exporter.flush(SOON)).isTrue();
      assertRight(pyroscope.stored());
    }
  }

  @Test
  void collector_isSentLevel1_10ThatConforms() {
    try (FakeCollector collector = FakeCollector.start()) {
      assertThat(exported(ExporterKind.OTLP_GRPC, LevelChoice.AUTO, collector)).isEqualTo(2);
      DecodedRequest request = LevelClasses.V1_10.decode(collector.stored().get(0).body());
      assertThat(OtlpChecklist.byDefault().check(request)).isEmpty();
      assertThat(request.profiles().get(0).total()).isEqualTo(6);
    }
  }

  private static long exported(ExporterKind kind, LevelChoice level, FakeCollector receiver) {
    return account(settings(kind, level, receiver), window()).samples().exported();
  }

  private static ExportAccount account(ExporterSettings settings, ProfileWindow window) {
    try (ProfileExporter exporter = ExporterFactory.create(settings)) {
      exporter.start();
      exporter.export(window);
      assertThat(exporter.flush(SOON)).isTrue();
      return exporter.account();
    }
  }

  private static void assertRight(List<StoredProfile> stored) {
    assertThat(stored).hasSize(1);
    StoredProfile profile = stored.get(0);
    assertThat(profile.service()).isEqualTo("shop");
    assertThat(profile.id()).isEqualTo(CPU_ID);
    assertThat(profile.total()).isEqualTo(6 * PERIOD_NANOS);
    assertThat(profile.share("com.example.Shop.sell")).isEqualTo(5.0 / 6);
    assertThat(profile.samples().get(0).functions())
        .containsExactly("com.example.Shop.sell", "com.example.Shop.run");
    assertThat(profile.samples().get(0).labels())
        .containsEntry("route", "cart")
        .containsEntry("span_id", "0000000000000003");
  }

  private static ProfileWindow window() {
    return window(Attributes.EMPTY);
  }

  /** One sample with attribute and link, one with those attributes. */
  private static ProfileWindow window(Attributes second) {
    Frame sell = Frame.named("com.example.Shop.sell", FrameType.JVM);
    Frame run = Frame.named("com.example.Shop.run", FrameType.JVM);
    Profile profile =
        Profile.builder(
                Resource.of(Attributes.of(Attribute.of("service.name", "shop"))),
                Scope.of("plumbline", "1"),
                ProfileType.builder("samples", "count")
                    .periodType("cpu", "nanoseconds")
                    .period(PERIOD_NANOS)
                    .build())
            .interval(Instant.now().minusSeconds(10).toEpochMilli() * 1_000_000, 10_000_000_000L)
            .samples(
                List.of(
                    Sample.of(StackTrace.of(sell, run), ROUTE, Link.of(1, 2, 3), 5),
                    Sample.of(StackTrace.of(run), second, Link.NONE, 1)))
            .build();
    return ProfileWindow.of(List.of(profile));
  }

  private static ExporterSettings settings(
      ExporterKind kind, LevelChoice level, FakeCollector receiver) {
    return ExporterSettings.builder("pyroscope", kind)
        .endpoint(
            kind == ExporterKind.OTLP_GRPC
                ? receiver.grpcTarget()
                : receiver.httpBase("http") + "/v1development/profiles")
        .security(ChannelSecurity.PLAINTEXT)
        .level(level)
        .headers(Map.of("X-Scope-OrgID", "tenant"))
        .build();
  }
}
