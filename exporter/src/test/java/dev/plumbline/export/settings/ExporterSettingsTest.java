package dev.plumbline.export.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExporterSettingsTest {
  @Test
  void defaults_areTheDocumentedOnes() {
    ExporterSettings settings = grpc().build();
    assertThat(settings.security()).isEqualTo(ChannelSecurity.TLS);
    assertThat(settings.compression()).isEqualTo(Compression.GZIP);
    assertThat(settings.level()).isEqualTo(LevelChoice.AUTO);
    assertThat(settings.timeout()).isEqualTo(Duration.ofSeconds(10));
    assertThat(settings.queue().maxBytes()).isEqualTo(16 << 20);
    assertThat(settings.queue().policy()).isEqualTo(QueuePolicy.DROP_OLDEST);
    assertThat(settings.maxRequestBytes()).isEqualTo(4 << 20);
  }

  @Test
  void text_neverShowsHeaderValues() {
    ExporterSettings settings = grpc().headers(Map.of("authorization", "Basic s3cret")).build();
    assertThat(settings.toString()).contains("authorization").doesNotContain("s3cret");
  }

  @Test
  void headers_areCopied() {
    Map<String, String> headers = new LinkedHashMap<>(Map.of("a", "1"));
    ExporterSettings settings = grpc().headers(headers).build();
    headers.put("b", "2");
    assertThat(settings.headers()).containsOnlyKeys("a");
  }

  @Test
  void endpointAndDirectory_belongToTheirKinds() {
    assertThatThrownBy(() -> ExporterSettings.builder("x", ExporterKind.OTLP_GRPC).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("exporter x is of kind otlp-grpc and has no endpoint");
    assertThatThrownBy(() -> ExporterSettings.builder("x", ExporterKind.FILE).build())
        .hasMessage("exporter x is of kind file and has no directory");
    assertThatThrownBy(() -> grpc().file(FileSettings.of(Path.of("out"))).build())
        .hasMessageContaining("only kind file takes");
  }

  @Test
  void bounds_areChecked() {
    assertThatThrownBy(() -> grpc().timeout(Duration.ZERO).build())
        .hasMessage("timeout is PT0S, expected above 0");
    assertThatThrownBy(() -> grpc().maxRequestBytes(1).build())
        .hasMessage("maximum request bytes is 1, expected at least 65536");
    assertThatThrownBy(() -> RetrySettings.builder().maxDelay(Duration.ofMillis(1)).build())
        .hasMessageContaining("expected at least the initial");
    assertThatThrownBy(() -> TlsSettings.builder().keyFile(Path.of("k.pem")).build())
        .hasMessage("tls has a key without its certificate, expected both or neither");
  }

  private static ExporterSettings.Builder grpc() {
    return ExporterSettings.builder("x", ExporterKind.OTLP_GRPC).endpoint("localhost:4317");
  }
}
