package dev.plumbline.agent.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
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
  void help_has_a_line_for_each_setting() {
    assertThat(read("help").helpAsked()).isTrue();
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
