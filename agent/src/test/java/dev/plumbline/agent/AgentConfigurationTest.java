package dev.plumbline.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.agent.settings.AgentArguments;
import dev.plumbline.agent.settings.Setting;
import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentConfigurationTest {
  private static final String TWO_EXPORTERS =
      "operator:\n"
          + "  otel-profiles:\n"
          + "    exporters:\n"
          + "      First: { exporter: otlp-grpc, endpoint: \"127.0.0.1:4317\", insecure: true }\n"
          + "      second: { exporter: otlp-grpc, endpoint: \"127.0.0.1:4318\", insecure: true }\n";

  @TempDir Path directory;

  private AgentConfiguration read(String arguments, Map<String, String> environment) {
    return AgentConfiguration.read(AgentArguments.parse(arguments), environment, name -> null);
  }

  private static List<String> names(AgentConfiguration configuration) {
    return configuration.exporters().exporters().stream().map(ExporterSettings::name).toList();
  }

  private static boolean sends(AgentConfiguration configuration, String exporter, String source) {
    return configuration.exporters().selection().exportersOf(source).contains(exporter);
  }

  private String file(String content) throws IOException {
    Path file = directory.resolve("ig-config.yaml");
    Files.writeString(file, content);
    return "config=" + file;
  }

  @Test
  void without_a_file_the_implicit_exporter_is_used() {
    AgentConfiguration configuration =
        read("", Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector:5317"));

    assertThat(names(configuration)).containsExactly("otel");
    assertThat(configuration.exporters().exporters().get(0).endpoint()).isEqualTo("collector:5317");
    assertThat(sends(configuration, "otel", "samples")).isTrue();
  }

  @Test
  void file_with_one_exporter_needs_no_selection() throws IOException {
    String one = TWO_EXPORTERS.substring(0, TWO_EXPORTERS.indexOf("      second"));
    AgentConfiguration configuration =
        read(file(one), Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector:5317"));

    assertThat(names(configuration)).containsExactly("First");
    assertThat(configuration.exporters().exporters().get(0).endpoint())
        .as("OTEL variables never change an exporter of the file")
        .isEqualTo("127.0.0.1:4317");
  }

  @Test
  void file_with_two_exporters_and_no_selection_exports_nothing_and_names_them()
      throws IOException {
    AgentConfiguration configuration = read(file(TWO_EXPORTERS), Map.of());

    assertThat(configuration.exporters().exporters()).isEmpty();
    assertThat(configuration.exporters().explanation()).contains("First, second");
    assertThat(configuration.problems()).isEmpty();
  }

  @Test
  void exporter_is_selected_by_name_without_case() throws IOException {
    AgentConfiguration configuration =
        read(file(TWO_EXPORTERS) + ",otel-profiles-exporter=FIRST", Map.of());

    assertThat(names(configuration)).containsExactly("First");
  }

  @Test
  void two_bare_names_mean_both() throws IOException {
    AgentConfiguration configuration =
        read(file(TWO_EXPORTERS) + ",otel-profiles-exporter='First,second'", Map.of());

    assertThat(names(configuration)).containsExactly("First", "second");
    assertThat(sends(configuration, "second", "samples")).isTrue();
  }

  @Test
  void qualified_name_sends_that_data_source_only() throws IOException {
    AgentConfiguration configuration =
        read(file(TWO_EXPORTERS) + ",otel-profiles-exporter=bytes:second", Map.of());

    assertThat(sends(configuration, "second", "bytes")).isTrue();
    assertThat(sends(configuration, "second", "samples")).isFalse();
  }

  @Test
  void unknown_exporter_is_one_problem() throws IOException {
    AgentConfiguration configuration =
        read(file(TWO_EXPORTERS) + ",otel-profiles-exporter=third", Map.of());

    assertThat(configuration.problems()).hasSize(1);
    assertThat(configuration.problems().get(0)).contains("third").contains("First");
  }

  @Test
  void section_jvm_is_below_the_arguments_and_checked() throws IOException {
    String jvm = TWO_EXPORTERS + "jvm:\n  interval: 20s\n  wall: 50ms\n";
    AgentConfiguration configuration = read(file(jvm) + ",interval=30s", Map.of());

    assertThat(configuration.settings().number(Setting.INTERVAL)).isEqualTo(30_000_000_000L);
    assertThat(configuration.settings().number(Setting.WALL)).isEqualTo(50_000_000L);
    assertThat(read(file(TWO_EXPORTERS + "jvm:\n  wal: 50ms\n"), Map.of()).problems())
        .singleElement()
        .asString()
        .contains("ig-config.yaml:7:3")
        .contains("jvm.wal")
        .contains("wall");
  }

  @Test
  void all_problems_of_a_file_are_found_in_one_run() throws IOException {
    String broken = TWO_EXPORTERS.replace("otlp-grpc", "otlp-grcp") + "jvm:\n  cpu: fast\n";

    assertThat(read(file(broken), Map.of()).problems())
        .hasSize(3)
        .as("a value's fault is at the value")
        .anySatisfy(problem -> assertThat(problem).contains("ig-config.yaml:7:8: \"cpu\" is"));
  }

  @Test
  void pipe_as_a_file_is_one_problem_and_is_not_waited_for() throws Exception {
    Path pipe = directory.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();

    assertThat(read("config=" + pipe, Map.of()).problems())
        .containsExactly(pipe + ": is no regular file");
  }

  @Test
  void service_name_comes_from_otel_and_the_setting_goes_over_it() {
    Map<String, String> environment =
        Map.of("OTEL_SERVICE_NAME", "shop", "OTEL_RESOURCE_ATTRIBUTES", "region=eu");

    assertThat(read("", environment).resource())
        .isEqualTo(
            Attributes.of(Attribute.of("service.name", "shop"), Attribute.of("region", "eu")));
    assertThat(read("service.name=till", environment).resource().string("service.name"))
        .isEqualTo("till");
  }

  @Test
  void otel_switch_and_our_own_switch_it_off() {
    assertThat(read("", Map.of("OTEL_SDK_DISABLED", "true")).isEnabled()).isFalse();
    assertThat(read("enabled=false", Map.of()).isEnabled()).isFalse();
    assertThat(read("", Map.of()).isEnabled()).isTrue();
  }

  @Test
  void annotations_of_the_user_are_read_and_a_fault_is_one_problem() {
    assertThat(read("annotate=samples:profiles.name=wall", Map.of()).annotations().isEmpty())
        .isFalse();
    assertThat(read("annotate=samples", Map.of()).problems())
        .singleElement()
        .asString()
        .startsWith("annotate: ");
  }
}
