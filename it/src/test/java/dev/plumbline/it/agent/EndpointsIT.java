package dev.plumbline.it.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.fake.FakeCollector;
import dev.plumbline.export.fake.ReceivedRequest;
import dev.plumbline.it.jvm.ChildJvm;
import dev.plumbline.it.jvm.ChildJvmBuilder;
import dev.plumbline.junit.SideBySide;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Case EX-03, the part that needs a wire: what each way to spell an endpoint sends where. The rules
 * themselves are tested with the reader of the configuration.
 */
class EndpointsIT {
  private static final String GENERAL = "OTEL_EXPORTER_OTLP_ENDPOINT";
  private static final String OF_PROFILES = "OTEL_EXPORTER_OTLP_PROFILES_ENDPOINT";

  @SideBySide
  @ParameterizedTest
  @ValueSource(strings = {"http://localhost:%d", "http://localhost:%d/", "http://127.0.0.1:%d"})
  void grpc_endpoints_reach_the_service(String endpoint) {
    try (FakeCollector collector = FakeCollector.start()) {
      run(app().env(GENERAL, String.format(endpoint, collector.port())));
      assertThat(collector.received())
          .isNotEmpty()
          .allMatch(request -> request.protocol() == ReceivedRequest.Protocol.GRPC)
          .allMatch(request -> request.path().equals(FakeCollector.GRPC_PATH));
    }
  }

  @SideBySide
  @ParameterizedTest
  @CsvSource({
    "OTEL_EXPORTER_OTLP_ENDPOINT, http://localhost:%d, /v1development/profiles",
    "OTEL_EXPORTER_OTLP_ENDPOINT, http://localhost:%d/, /v1development/profiles",
    "OTEL_EXPORTER_OTLP_ENDPOINT, http://localhost:%d/base, /base/v1development/profiles",
    "OTEL_EXPORTER_OTLP_PROFILES_ENDPOINT, http://localhost:%d/own/path, /own/path",
  })
  void http_endpoints_get_the_path_once(String variable, String endpoint, String path) {
    try (FakeCollector collector = FakeCollector.start()) {
      run(
          app()
              .env("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf")
              .env(variable, String.format(endpoint, collector.port())));
      assertThat(collector.received())
          .isNotEmpty()
          .allMatch(request -> request.protocol() == ReceivedRequest.Protocol.HTTP)
          .allMatch(request -> request.path().equals(path));
    }
  }

  @SideBySide
  @Test
  void endpoint_of_profiles_wins() {
    try (FakeCollector collector = FakeCollector.start();
        FakeCollector other = FakeCollector.start()) {
      run(
          app()
              .env(GENERAL, "http://" + other.grpcTarget())
              .env(OF_PROFILES, "http://" + collector.grpcTarget()));
      assertThat(collector.received()).isNotEmpty();
      assertThat(other.received()).isEmpty();
    }
  }

  @SideBySide
  @Test
  void path_on_grpc_is_one_line_and_no_harm() {
    try (FakeCollector collector = FakeCollector.start()) {
      final String stderr =
          run(app().env(GENERAL, "http://" + collector.grpcTarget() + "/v1development/profiles"));
      assertThat(stderr.lines().filter(line -> line.contains("/v1development/profiles")))
          .as(stderr)
          .hasSize(1);
    }
  }

  private static ChildJvmBuilder app() {
    return ChildJvm.of("dev.plumbline.it.app.EndingApp", "return", "300", "0")
        .withAgent()
        .agent("start", "sync")
        .agent("interval", "1s")
        .agent("exit.timeout", "30s");
  }

  private static String run(ChildJvmBuilder builder) {
    try (ChildJvm jvm = builder.start()) {
      assertThat(jvm.awaitExit(Duration.ofSeconds(60))).as(jvm.output()).isZero();
      assertThat(jvm.stdout()).isEqualTo("working\nworked true\n");
      return jvm.stderr();
    }
  }
}
