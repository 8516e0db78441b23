package dev.plumbline.config.exporters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.settings.ChannelSecurity;
import dev.plumbline.export.settings.Compression;
import dev.plumbline.export.settings.ExporterKind;
import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.export.settings.LevelChoice;
import dev.plumbline.profile.Attribute;
import dev.plumbline.yaml.Problem;
import dev.plumbline.yaml.Problems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ImplicitExporterTest {
  private final Map<String, String> environment = new HashMap<>();
  private final Map<String, String> properties = new HashMap<>();
  private final Problems problems = new Problems();
  private final Problems warnings = new Problems();

  @Test
  void nothingSet_sendsGrpcToLocalhost() {
    ExporterSettings otel = read();

    assertThat(otel.name()).isEqualTo("otel");
    assertThat(otel.kind()).isEqualTo(ExporterKind.OTLP_GRPC);
    assertThat(otel.endpoint()).isEqualTo("localhost:4317");
    assertThat(otel.security()).isEqualTo(ChannelSecurity.PLAINTEXT);
    assertThat(otel.compression()).isEqualTo(Compression.GZIP);
    assertThat(otel.level()).isEqualTo(LevelChoice.AUTO);
    assertThat(otel.timeout()).isEqualTo(Duration.ofSeconds(10));
    assertThat(otel.headers()).isEmpty();
  }

  @Test
  void emptyValues_countAsUnset() {
    environment.put("OTEL_EXPORTER_OTLP_ENDPOINT", "");
    environment.put("OTEL_EXPORTER_OTLP_PROTOCOL", " ");

    assertThat(read().endpoint()).isEqualTo("localhost:4317");
  }

  @Test
  void httpProtocol_changesTheDefaultEndpoint() {
    environment.put("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf");

    assertThat(read().kind()).isEqualTo(ExporterKind.OTLP_HTTP);
    assertThat(read().endpoint()).isEqualTo("http://localhost:4318/v1development/profiles");
  }

  @ParameterizedTest
  @CsvSource({
    "http://h:4318,                       http://h:4318/v1development/profiles",
    "http://h:4318/,                      http://h:4318/v1development/profiles",
    "http://h:4318/base,                  http://h:4318/base/v1development/profiles",
    "http://h:4318/v1development/profiles, http://h:4318/v1development/profiles",
    "http://h:4318/base?a=b,              http://h:4318/base/v1development/profiles?a=b",
  })
  void generalEndpoint_isABase(String text, String url) {
    environment.put("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf");
    environment.put("OTEL_EXPORTER_OTLP_ENDPOINT", text);

    assertThat(read().endpoint()).isEqualTo(url);
  }

  @Test
  void signalsEndpoint_isUsedAsItIsAndWins() {
    environment.put("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf");
    environment.put("OTEL_EXPORTER_OTLP_ENDPOINT", "http://traces:4318");
    environment.put("OTEL_EXPORTER_OTLP_PROFILES_ENDPOINT", "http://h:4318/p");

    assertThat(read().endpoint()).isEqualTo("http://h:4318/p");
  }

  @Test
  void signalsVariables_winOverGeneralOnesAndPropertiesOverVariables() {
    environment.put("OTEL_EXPORTER_OTLP_TIMEOUT", "1000");
    environment.put("OTEL_EXPORTER_OTLP_PROFILES_TIMEOUT", "2000");
    properties.put("otel.exporter.otlp.timeout", "3000");
    assertThat(read().timeout()).isEqualTo(Duration.ofSeconds(2));

    properties.put("otel.exporter.otlp.profiles.timeout", "4000");
    assertThat(read().timeout()).isEqualTo(Duration.ofSeconds(4));
  }

  @ParameterizedTest
  @CsvSource({
    "http/json,           OTEL_EXPORTER_OTLP_PROTOCOL, PROTOCOL,"
        + " 'expected grpc or http/protobuf, found \"http/json\"'",
    "http://h:4317/x,     OTEL_EXPORTER_OTLP_ENDPOINT, ENDPOINT,"
        + " 'has the path \"/x\", which gRPC does not have: leave it out, or choose OTLP over HTTP'",
    "no-such-file.pem,    OTEL_EXPORTER_OTLP_CERTIFICATE, CERTIFICATE,"
        + " no readable file: no-such-file.pem",
  })
  void whatWouldSendElsewhere_isAProblem(String value, String name, String suffix, String message) {
    environment.put("OTEL_EXPORTER_OTLP_" + suffix, value);

    assertThat(ImplicitExporter.read(otel(), problems, warnings)).isNull();
    assertThat(lines(problems)).containsExactly(name + ": " + message);
  }

  @Test
  void otherBadValues_areWarnedOfAndTheDefaultIsUsed() {
    environment.put("OTEL_EXPORTER_OTLP_PROFILES_COMPRESSION", "zstd");
    environment.put("OTEL_EXPORTER_OTLP_TIMEOUT", "10s");

    assertThat(read().compression()).isEqualTo(Compression.GZIP);
    assertThat(read().timeout()).isEqualTo(Duration.ofSeconds(10));
    assertThat(lines(warnings))
        .containsExactlyInAnyOrder(
            "OTEL_EXPORTER_OTLP_PROFILES_COMPRESSION: expected gzip or none, found \"zstd\"; gzip"
                + " is used",
            "OTEL_EXPORTER_OTLP_TIMEOUT: expected milliseconds from 1 to 600000, found \"10s\"; 10s"
                + " is used");
  }

  @Test
  void portOfTheOtherProtocol_isWarnedOf() {
    environment.put("OTEL_EXPORTER_OTLP_ENDPOINT", "http://h:4318");

    assertThat(read().endpoint()).isEqualTo("h:4318");
    assertThat(lines(warnings))
        .containsExactly(
            "OTEL_EXPORTER_OTLP_ENDPOINT: port 4318 is usually that of OTLP over HTTP;"
                + " OTEL_EXPORTER_OTLP_PROTOCOL chooses, now grpc");
  }

  @Test
  void insecure_countsOnlyWithoutAScheme() {
    environment.put("OTEL_EXPORTER_OTLP_INSECURE", "true");
    environment.put("OTEL_EXPORTER_OTLP_ENDPOINT", "h:4317");
    assertThat(read().security()).isEqualTo(ChannelSecurity.PLAINTEXT);

    environment.put("OTEL_EXPORTER_OTLP_ENDPOINT", "https://h:4317");
    assertThat(read().security()).isEqualTo(ChannelSecurity.TLS);
    assertThat(lines(warnings))
        .containsExactly("OTEL_EXPORTER_OTLP_INSECURE: has no effect: the endpoint says https");

    environment.put("OTEL_EXPORTER_OTLP_INSECURE", "false");
    environment.put("OTEL_EXPORTER_OTLP_ENDPOINT", "http://h:4317");
    assertThat(read().security()).isEqualTo(ChannelSecurity.PLAINTEXT);

    environment.put("OTEL_EXPORTER_OTLP_ENDPOINT", "h:4317");
    assertThat(read().security()).isEqualTo(ChannelSecurity.TLS);
  }

  @Test
  void tlsFiles_areTaken(@TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("x.pem"), "pem");
    environment.put("OTEL_EXPORTER_OTLP_CERTIFICATE", file.toString());
    environment.put("OTEL_EXPORTER_OTLP_CLIENT_KEY", file.toString());
    environment.put("OTEL_EXPORTER_OTLP_PROFILES_CLIENT_CERTIFICATE", file.toString());

    assertThat(read().tls().caFile()).isEqualTo(file);
    assertThat(read().tls().keyFile()).isEqualTo(file);
    assertThat(read().tls().certificateFile()).isEqualTo(file);

    environment.remove("OTEL_EXPORTER_OTLP_CLIENT_KEY");
    assertThat(ImplicitExporter.read(otel(), problems, warnings)).isNull();
    assertThat(lines(problems))
        .containsExactly(
            "OTEL_EXPORTER_OTLP_PROFILES_CLIENT_CERTIFICATE: needs OTEL_EXPORTER_OTLP_CLIENT_KEY"
                + " too");
  }

  /** Case EX-01. */
  @ParameterizedTest
  @ValueSource(strings = {"Authorization=Basic%20dTpw%3D%3D", "Authorization=Basic dTpw=="})
  void headers_areSplitAtTheFirstEqualsAndDecoded(String text) {
    environment.put("OTEL_EXPORTER_OTLP_HEADERS", text);

    assertThat(read().headers()).containsExactly(Map.entry("Authorization", "Basic dTpw=="));
    assertThat(read().toString()).doesNotContain("dTpw");
  }

  /** Case EX-01. */
  @Test
  void headers_goodEntriesAreUsedBesideBadOnes() {
    environment.put(
        "OTEL_EXPORTER_OTLP_HEADERS",
        "a=1, b = 2 ,c=x=y,d=caf%C3%A9,e=50%,=hunter2,hunter2,g=%zz%4,h=%0d%0ahunter2: x,"
            + "i=%ff,Host=hunter2,,A=3,");

    assertThat(read().headers())
        .containsExactly(
            Map.entry("b", "2"),
            Map.entry("c", "x=y"),
            Map.entry("d", "caf\u00e9"),
            Map.entry("e", "50%"),
            Map.entry("g", "%zz%4"),
            Map.entry("A", "3"));
    assertThat(lines(warnings))
        .containsExactly(
            "OTEL_EXPORTER_OTLP_HEADERS:1:37: entry 6 has no key before its \"=\" and is left out",
            "OTEL_EXPORTER_OTLP_HEADERS:1:46: entry 7 has no \"=\" and is left out",
            "OTEL_EXPORTER_OTLP_HEADERS:1:62: entry 9 has a control character in its value and is"
                + " left out",
            "OTEL_EXPORTER_OTLP_HEADERS:1:81: entry 10 is no UTF-8 text once decoded and is left"
                + " out",
            "OTEL_EXPORTER_OTLP_HEADERS:1:87: entry 11 is a header of the request itself, which"
                + " cannot be set and is left out");
    assertThat(lines(warnings).toString()).doesNotContain("hunter2");
  }

  /** Case EX-01. */
  @Test
  void headers_ofTheSignalWin() {
    environment.put("OTEL_EXPORTER_OTLP_HEADERS", "a=1,b=2");
    environment.put("OTEL_EXPORTER_OTLP_PROFILES_HEADERS", "a=3");

    assertThat(read().headers()).containsExactly(Map.entry("a", "3"));
  }

  @Test
  void headers_overTheirBound_areCutWithAWarning() {
    environment.put("OTEL_EXPORTER_OTLP_HEADERS", "a=1,".repeat(300));

    assertThat(read().headers()).hasSize(1);
    assertThat(lines(warnings))
        .containsExactly(
            "OTEL_EXPORTER_OTLP_HEADERS:1:1025: entry 257 and all after it are left out: the list"
                + " is too long");
  }

  @Test
  void resource_isFromBothVariables() {
    environment.put(
        "OTEL_RESOURCE_ATTRIBUTES", "service.name=a,service.version=1%2C2,K=1,k=2,bad,x=");
    assertThat(otel().resource(warnings).asList())
        .containsExactly(
            Attribute.of("K", "1"),
            Attribute.of("k", "2"),
            Attribute.of("service.name", "a"),
            Attribute.of("service.version", "1,2"),
            Attribute.of("x", ""));
    assertThat(lines(warnings))
        .containsExactly("OTEL_RESOURCE_ATTRIBUTES:1:46: entry 5 has no \"=\" and is left out");

    environment.put("OTEL_SERVICE_NAME", "b");
    assertThat(otel().resource(warnings).string("service.name")).isEqualTo("b");
    properties.put("otel.service.name", "c");
    assertThat(otel().resource(warnings).string("service.name")).isEqualTo("c");
  }

  @ParameterizedTest
  @CsvSource({"true,true,0", "TRUE,true,0", "false,false,0", "1,false,1", "'',false,0"})
  void disabled_onlyByTrue(String text, boolean disabled, int warned) {
    environment.put("OTEL_SDK_DISABLED", text);

    assertThat(otel().isDisabled(warnings)).isEqualTo(disabled);
    assertThat(warnings.count()).isEqualTo(warned);
  }

  private ExporterSettings read() {
    ExporterSettings settings = ImplicitExporter.read(otel(), problems, warnings);
    assertThat(lines(problems)).isEmpty();
    return settings;
  }

  private OtelEnvironment otel() {
    return OtelEnvironment.of(environment::get, properties::get);
  }

  private static List<String> lines(Problems problems) {
    return problems.inFileOrder().stream().map(Problem::toString).collect(Collectors.toList());
  }
}
