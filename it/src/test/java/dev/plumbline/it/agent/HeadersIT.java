package dev.plumbline.it.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.fake.FakeCollector;
import dev.plumbline.export.fake.ReceivedRequest;
import dev.plumbline.it.jvm.ChildJvm;
import dev.plumbline.junit.SideBySide;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Case EX-01: headers by environment variable. */
class HeadersIT {
  private static final String GENERAL = "OTEL_EXPORTER_OTLP_HEADERS";
  private static final String OF_PROFILES = "OTEL_EXPORTER_OTLP_PROFILES_HEADERS";

  @SideBySide
  @Test
  void encoded_and_plain_credentials_send_the_same_header() {
    final Run encoded = run(Map.of(GENERAL, "Authorization=Basic%20dTpw%3D%3D"));
    final Run plain = run(Map.of(GENERAL, "Authorization=Basic dTpw=="));

    assertThat(encoded.request().header("authorization")).isEqualTo("Basic dTpw==");
    assertThat(plain.request().header("authorization")).isEqualTo("Basic dTpw==");
    assertThat(encoded.stderr() + plain.stderr()).doesNotContain("dTpw");
  }

  @SideBySide
  @Test
  void pairs_are_split_at_the_first_equals_sign_and_trimmed() {
    final ReceivedRequest request = run(Map.of(GENERAL, "a=1, b = 2 ,c=x=y")).request();

    assertThat(request.header("a")).isEqualTo("1");
    assertThat(request.header("b")).isEqualTo("2");
    assertThat(request.header("c")).isEqualTo("x=y");
  }

  @SideBySide
  @Test
  void bad_entries_warn_once_each_and_the_rest_is_used() {
    final Run run = run(Map.of(GENERAL, "e=50%,=x,f,g=7"));

    assertThat(run.request().header("e")).isEqualTo("50%");
    assertThat(run.request().header("g")).isEqualTo("7");
    assertThat(run.stderr().lines().filter(line -> line.contains(GENERAL)))
        .as(run.stderr())
        .hasSize(2);
  }

  @SideBySide
  @Test
  void encoded_text_beyond_ascii_is_sent_over_http_as_utf8() {
    final Run run =
        run(Map.of(GENERAL, "d=caf%C3%A9,g=7", "OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf"));

    // The fake reads a byte as a character, as HTTP/1.1 servers do.
    final String bytes =
        new String("caf\u00e9".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    assertThat(run.request().header("d")).isEqualTo(bytes);
    assertThat(run.request().header("g")).isEqualTo("7");
    assertThat(run.stderr()).doesNotContain("WARN", "caf");
  }

  @SideBySide
  @Test
  void encoded_text_beyond_ascii_is_left_out_over_grpc_with_one_warning() {
    final Run run = run(Map.of(GENERAL, "d=caf%C3%A9,g=7"));

    assertThat(run.request().header("d")).isNull();
    assertThat(run.request().header("g")).isEqualTo("7");
    assertThat(run.stderr().lines().filter(line -> line.contains("header d cannot be sent")))
        .as(run.stderr())
        .hasSize(1);
    assertThat(run.stderr()).doesNotContain("caf");
  }

  @SideBySide
  @Test
  void variable_of_profiles_wins() {
    final ReceivedRequest request =
        run(Map.of(GENERAL, "tenant=all", OF_PROFILES, "tenant=profiles")).request();

    assertThat(request.header("tenant")).isEqualTo("profiles");
  }

  private static Run run(Map<String, String> variables) {
    try (FakeCollector collector = FakeCollector.start()) {
      final var builder =
          Received.sendAllTo(
                  collector, ChildJvm.of("dev.plumbline.it.app.EndingApp", "return", "300", "0"))
              .agent("interval", "1s");
      new TreeMap<>(variables).forEach(builder::env);
      try (ChildJvm jvm = builder.start()) {
        assertThat(jvm.awaitExit(Duration.ofSeconds(60))).as(jvm.output()).isZero();
        assertThat(collector.received()).as(jvm.output()).isNotEmpty();
        return new Run(collector.received().get(0), jvm.stderr());
      }
    }
  }

  private record Run(ReceivedRequest request, String stderr) {}
}
