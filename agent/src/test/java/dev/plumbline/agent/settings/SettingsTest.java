package dev.plumbline.agent.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SettingsTest {
  private final Map<String, String> properties = new HashMap<>();
  private final Map<String, String> environment = new HashMap<>();
  private final Map<String, String> file = new HashMap<>();

  private Settings read(String arguments) {
    return Settings.read(
        AgentArguments.parse(arguments),
        properties::get,
        environment,
        new SettingSource() {
          @Override
          public @Nullable String text(Setting setting) {
            return file.get(setting.settingName());
          }

          @Override
          public String origin(Setting setting) {
            return "ig-config.yaml:3:5";
          }
        });
  }

  @Test
  void defaults_are_those_of_the_design() {
    Settings settings = read("");

    assertThat(settings.problems()).isEmpty();
    assertThat(settings.number(Setting.INTERVAL)).isEqualTo(10_000_000_000L);
    assertThat(settings.number(Setting.CPU)).isEqualTo(10_000_000L);
    assertThat(settings.number(Setting.ALLOC)).isEqualTo(4L << 20);
    assertThat(settings.number(Setting.LOCK)).isEqualTo(10_000_000L);
    assertThat(settings.number(Setting.WALL)).isZero();
  }

  @Test
  void argument_beats_property_beats_variable_beats_file() {
    file.put("cpu", "1ms");
    assertThat(read("").number(Setting.CPU)).isEqualTo(1_000_000L);
    environment.put("PLUMBLINE_CPU", "2ms");
    assertThat(read("").number(Setting.CPU)).isEqualTo(2_000_000L);
    properties.put("plumbline.cpu", "3ms");
    assertThat(read("").number(Setting.CPU)).isEqualTo(3_000_000L);
    assertThat(read("cpu=4ms").number(Setting.CPU)).isEqualTo(4_000_000L);
  }

  @Test
  void variable_name_has_neither_dots_nor_dashes() {
    assertThat(Setting.CPU_ENGINE.variable()).isEqualTo("PLUMBLINE_CPU_ENGINE");
    assertThat(Setting.OTEL_PROFILES_EXPORTER.variable())
        .isEqualTo("PLUMBLINE_OTEL_PROFILES_EXPORTER");
  }

  @Test
  void off_is_zero_where_it_may_be_off() {
    Settings settings = read("cpu=off,alloc=off,lock=off,wall=50ms");

    assertThat(settings.problems()).isEmpty();
    assertThat(settings.number(Setting.CPU)).isZero();
    assertThat(settings.number(Setting.ALLOC)).isZero();
    assertThat(settings.number(Setting.WALL)).isEqualTo(50_000_000L);
  }

  @Test
  void unknown_argument_warns_with_the_nearest_name_and_changes_nothing() {
    Settings settings = read("intervall=20s");

    assertThat(settings.problems()).isEmpty();
    assertThat(settings.warnings())
        .containsExactly(
            "unknown agent argument \"intervall\", the nearest is \"interval\"; continuing without"
                + " it");
    assertThat(settings.number(Setting.INTERVAL)).isEqualTo(10_000_000_000L);
  }

  @Test
  void argument_that_others_have_is_told_where_it_belongs() {
    assertThat(read("endpoint=h:4317,otel-profiles-exporter=x,y").warnings())
        .containsExactly(
            "unknown agent argument \"endpoint\", which an exporter has: in the file of"
                + " \"config\" or as OTEL_EXPORTER_OTLP_ENDPOINT; continuing without it",
            "unknown agent argument \"y\", the nearest is \"cpu\" (a value with commas is quoted);"
                + " continuing without it");
  }

  @Test
  void every_wrong_value_is_one_problem_that_names_its_source() {
    properties.put("plumbline.alloc", "many");
    environment.put("PLUMBLINE_START", "later");
    file.put("interval", "10ms");

    assertThat(read("cpu=10").problems())
        .hasSize(4)
        .anySatisfy(line -> assertThat(line).startsWith("agent argument cpu: \"cpu\" is \"10\","))
        .anySatisfy(line -> assertThat(line).startsWith("system property plumbline.alloc:"))
        .anySatisfy(
            line ->
                assertThat(line)
                    .isEqualTo(
                        "variable PLUMBLINE_START: \"start\" is \"later\", expected one of async,"
                            + " sync"))
        .anySatisfy(line -> assertThat(line).startsWith("ig-config.yaml:3:5:"));
  }

  @Test
  void signal_that_would_end_or_stop_the_process_is_refused() {
    for (int signal = 1; signal <= 70; signal++) {
      boolean isSafe =
          signal == 26 || signal == 27 || (signal >= 35 && signal <= 64 && signal != 62);
      assertThat(read("signal=" + signal).problems())
          .as("signal %s", signal)
          .hasSize(isSafe ? 0 : 1);
    }
    assertThat(read("ap.extra=\"signal=26/60,lib\"").problems()).isEmpty();
    for (String options : List.of("signal=9", "lib,signal=26/11", "signal=SIGPROF", "signal=")) {
      assertThat(read("ap.extra=\"" + options + "\"").problems())
          .as(options)
          .hasSize(1)
          .allMatch(problem -> problem.contains("expected in signal= 26 (SIGVTALRM), 27"));
    }
    assertThat(read("signal=9").problems())
        .containsExactly(
            "agent argument signal: \"signal\" is \"9\", expected 26 (SIGVTALRM), 27 (SIGPROF) or a"
                + " real-time signal from 35 to 64 other than 62");
  }

  @Test
  void queue_has_the_least_size_of_the_file() {
    assertThat(read("memory.queue=65535").problems())
        .containsExactly(
            "agent argument memory.queue: \"memory.queue\" is \"65535\", expected a size from 64k");
    assertThat(read("memory.queue=64k").problems()).isEmpty();
  }

  @Test
  void text_that_is_a_problem_is_not_in_force() {
    Settings settings = read("log.level=loud");

    assertThat(settings.problems())
        .containsExactly(
            "agent argument log.level: \"log.level\" is \"loud\", expected one of error, warn, info,"
                + " debug");
    assertThat(settings.text(Setting.LOG_LEVEL)).isEqualTo("info");
  }

  @Test
  void help_has_a_line_for_each_setting() {
    for (Setting setting : Setting.values()) {
      assertThat(HelpTable.lines())
          .anySatisfy(
              line ->
                  assertThat(line)
                      .startsWith("  " + setting.settingName() + " ")
                      .contains(setting.variable()));
    }
  }
}
