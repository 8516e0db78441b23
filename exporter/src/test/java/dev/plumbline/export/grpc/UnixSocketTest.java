package dev.plumbline.export.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.fake.FakeCollector;
import dev.plumbline.export.fake.UnixSocketFront;
import dev.plumbline.export.http.BuildInfoLevel;
import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.export.sender.ExportResult;
import dev.plumbline.export.settings.ChannelSecurity;
import dev.plumbline.export.settings.ExporterKind;
import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.profile.SampleCounts;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnixSocketTest {
  private static final long TIMEOUT_NANOS = TimeUnit.MINUTES.toNanos(1);

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"unix://", "unix:"})
  void request_goesThroughAUnixSocket(String scheme) {
    try (FakeCollector collector = FakeCollector.start();
        UnixSocketFront front = UnixSocketFront.listen(directory.resolve("s"), collector);
        GrpcSender sender = new GrpcSender(settings(scheme + front.socket()))) {
      assertThat(sender.send(request(), TIMEOUT_NANOS).outcome())
          .isEqualTo(ExportResult.Outcome.ACCEPTED);
      assertThat(collector.stored()).hasSize(1);
      assertThat(sender.isConnected()).isTrue();
    }
  }

  @Test
  void level_isAskedThroughAUnixSocket() {
    try (FakeCollector collector =
            FakeCollector.start().pages(path -> "{\"data\":{\"version\":\"1.15.0\"}}");
        UnixSocketFront front = UnixSocketFront.listen(directory.resolve("s"), collector);
        BuildInfoLevel level = new BuildInfoLevel(settings("unix://" + front.socket()))) {
      assertThat(level.ask(TIMEOUT_NANOS).level()).isEqualTo(OtlpLevel.V1_8);
    }
  }

  @Test
  void missingSocket_isRetried() {
    try (GrpcSender sender = new GrpcSender(settings("unix:///no/such/socket"))) {
      ExportResult result = sender.send(request(), TIMEOUT_NANOS);
      assertThat(result.outcome()).isEqualTo(ExportResult.Outcome.RETRY_AFTER);
      assertThat(result.message()).contains("file not found");
    }
  }

  private static ExportRequest request() {
    return ExportRequest.takingOver(new byte[10], 10, 1, SampleCounts.EMPTY);
  }

  private static ExporterSettings settings(String endpoint) {
    return ExporterSettings.builder("unix", ExporterKind.OTLP_GRPC)
        .endpoint(endpoint)
        .security(ChannelSecurity.PLAINTEXT)
        .build();
  }
}
