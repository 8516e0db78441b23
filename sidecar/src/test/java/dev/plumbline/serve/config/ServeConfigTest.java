package dev.plumbline.serve.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plumbline.config.ConfigException;
import dev.plumbline.config.Variables;
import dev.plumbline.listen.ListenAddress;
import dev.plumbline.serve.config.ReceiverSettings.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServeConfigTest {
  @TempDir Path directory;

  private static final String EXPORTERS =
      """
      operator:
        otel-profiles:
          otel-profiles-exporter: a
          exporters:
            a: { exporter: otlp-grpc, endpoint: "receiver:4317", insecure: true }
            B: { exporter: otlp-http, endpoint: "http://receiver:4318" }
      """;

  private ServeConfig read(String yaml) throws ConfigException, IOException {
    Path file = Files.writeString(directory.resolve("ig-config.yaml"), yaml);
    return ServeConfigReader.read(file, null, Variables.NONE, Variables.NONE);
  }

  private List<String> problems(String yaml) {
    ConfigException refused = catchThrowableOfType(ConfigException.class, () -> read(yaml));
    return refused.problems().stream().map(Object::toString).toList();
  }

  @Test
  void noFile_isTheDefault() throws Exception {
    ServeConfig config = ServeConfigReader.read(null, null, Variables.NONE, Variables.NONE);
    assertThat(config.gadgets()).extracting(GadgetSettings::name).containsExactly("profile_cpu");
    assertThat(config.receivers())
        .extracting(receiver -> receiver.name() + " " + receiver.endpoint().address())
        .containsExactly(
            "otlp/grpc 127.0.0.1:4317",
            "otlp/http 127.0.0.1:4318",
            "profiling_upload 127.0.0.1:8028");
    assertThat(config.receivers()).allMatch(each -> each.endpoint().origin() == Origin.DEFAULT);
    assertThat(config.store().isEnabled()).isTrue();
    assertThat(config.page().endpoint().address()).isEqualTo(ListenAddress.loopback(7171));
    assertThat(config.exporters()).isEmpty();
    assertThat(config.memoryBytes()).isEqualTo(256L << 20);
  }

  @Test
  void emptySections_switchOff() throws Exception {
    ServeConfig config =
        read("gadgets: {}\nreceivers: {}\nstore: { enabled: false }\npage: { enabled: false }\n");
    assertThat(config.gadgets()).isEmpty();
    assertThat(config.receivers()).isEmpty();
    assertThat(config.store().isEnabled()).isFalse();
    assertThat(config.page().isEnabled()).isFalse();
  }

  @Test
  void namedReceivers_areTheOnlyOnes() throws Exception {
    ServeConfig config = read("receivers:\n  otlp: { protocols: { grpc: } }\n");
    assertThat(config.receivers())
        .singleElement()
        .satisfies(
            receiver -> {
              assertThat(receiver.kind()).isEqualTo(ReceiverKind.OTLP_GRPC);
              assertThat(receiver.endpoint().address()).isEqualTo(ListenAddress.loopback(4317));
              assertThat(receiver.endpoint().origin()).isEqualTo(Origin.CONFIGURED);
            });
  }

  @Test
  void pprofServer_needsAnEndpoint_andKnowsItsKeys() throws Exception {
    ServeConfig config =
        read(
            "receivers:\n  pprof/in: { server: { endpoint: ':0', max_request_body_size: 5MiB } }\n");
    ReceiverSettings server = config.receivers().get(0);
    assertThat(server.name()).isEqualTo("pprof/in/server");
    assertThat(server.maxBodyBytes()).isEqualTo(5 << 20);
    assertThat(problems("receivers:\n  pprof: { server: { cors: {}, colour: red } }\n"))
        .anyMatch(line -> line.contains("colour"))
        .anyMatch(line -> line.contains("server.endpoint must be specified"));
  }

  @Test
  void exporterThatOnlyASourceNames_isSaid() throws Exception {
    ServeConfig config =
        read(
            EXPORTERS.replace("    otel-profiles-exporter: a\n", "")
                + "receivers: { profiling_upload: { exporters: [b] } }\n");
    assertThat(config.exporters()).containsOnlyKeys("B");
    assertThat(config.exporterRemark()).isEqualTo("exports what names its exporters, with B");
  }

  @Test
  void sources_overrideTheSelection() throws Exception {
    ServeConfig config =
        read(
            EXPORTERS
                + """
                gadgets:
                  profile_cpu: { frequency: 49, exporters: [b] }
                receivers:
                  otlp: { protocols: { http: { endpoint: "127.0.0.1:5318" } } }
                  profiling_upload: { exporters: [] }
                store: { retention: 2h, max-bytes: 64MiB }
                memory: 128MiB
                """);
    GadgetSettings gadget = config.gadgets().get(0);
    assertThat(gadget.parameters()).isEqualTo(Map.of("frequency", "49"));
    assertThat(config.exportersOf(gadget.exporters(), "samples")).containsExactly("B");
    ReceiverSettings otlp = config.receivers().get(0);
    assertThat(config.exportersOf(otlp.exporters(), "")).containsExactly("a");
    ReceiverSettings upload = config.receivers().get(1);
    assertThat(config.exportersOf(upload.exporters(), "")).isEmpty();
    assertThat(config.exporters()).containsOnlyKeys("a", "B");
    assertThat(config.store().retention()).isEqualTo(Duration.ofHours(2));
    assertThat(config.store().limitBytes()).isEqualTo(64L << 20);
    assertThat(config.memoryBytes()).isEqualTo(128L << 20);
  }

  @Test
  void allFaults_areFoundAtOnce_withTheirLines() {
    List<String> problems =
        problems(
            """
            gadgets:
              profile_cpo: {}
              profile_cpu: { frequenzy: 5, exporters: [x] }
            receivers:
              otlp: { protocols: { grpc: { endpoint: "nonsense" } } }
              jaeger: {}
            store: { retention: soon }
            page: { endpoint: "0.0.0.0:7171", colour: red }
            """);
    assertThat(problems)
        .hasSizeGreaterThanOrEqualTo(7)
        .anyMatch(line -> line.contains(":2:") && line.contains("profile_cpo"))
        .anyMatch(line -> line.contains(":3:") && line.contains("frequenzy"))
        .anyMatch(line -> line.contains(":3:") && line.contains("\"x\""))
        .anyMatch(line -> line.contains(":5:") && line.contains("nonsense"))
        .anyMatch(line -> line.contains(":6:") && line.contains("jaeger"))
        .anyMatch(line -> line.contains(":7:") && line.contains("retention"))
        .anyMatch(line -> line.contains(":8:") && line.contains("colour"))
        .anyMatch(line -> line.contains(":8:") && line.contains("not loopback"));
  }

  @Test
  void pageForOthers_needsATokenOrInsecure() throws Exception {
    assertThat(read("page: { endpoint: '0.0.0.0:7171', bearer: secret }\n").page().bearerToken())
        .isEqualTo("secret");
    assertThat(read("page: { endpoint: '0.0.0.0:7171', insecure: true }\n").page().isEnabled())
        .isTrue();
    assertThat(read("page: { bearer: secret }\n").page().toString()).doesNotContain("secret");
  }

  @Test
  void exporterThatSendsToUs_isRefused() {
    assertThat(
            problems(
                """
                operator:
                  otel-profiles:
                    otel-profiles-exporter: self
                    exporters:
                      self: { exporter: otlp-grpc, endpoint: "localhost:4317", insecure: true }
                """))
        .singleElement()
        .asString()
        .contains("self", "localhost:4317", "otlp/grpc");
  }

  @Test
  void receiversOnOneEndpoint_thatCannotShareIt_areRefused() {
    assertThat(
            problems(
                """
                receivers:
                  profiling_upload/a: { endpoint: "127.0.0.1:5028" }
                  profiling_upload/b: { endpoint: "127.0.0.1:5028" }
                  otlp:
                    protocols:
                      http: { endpoint: "127.0.0.1:5028", ingestion-keys: [secret] }
                page: { endpoint: "127.0.0.1:5028" }
                """))
        .extracting(Object::toString)
        .satisfiesExactlyInAnyOrder(
            twice -> assertThat(twice).contains("profiling_upload/b", "127.0.0.1:5028", "another"),
            keys -> assertThat(keys).contains("otlp/http", "profiling_upload/a", "ingestion-keys"),
            keys -> assertThat(keys).contains("otlp/http", "profiling_upload/b", "ingestion-keys"),
            page -> assertThat(page).contains("page", "profiling_upload/a"));
  }

  @Test
  void receiversOfSeveralKinds_shareAnEndpoint() throws Exception {
    ServeConfig config =
        read(
            """
            receivers:
              profiling_upload: { endpoint: "127.0.0.1:5028" }
              otlp:
                protocols:
                  grpc: { endpoint: "127.0.0.1:5028" }
                  http: { endpoint: "127.0.0.1:5028" }
            """);
    assertThat(config.receivers()).hasSize(3);
  }
}
