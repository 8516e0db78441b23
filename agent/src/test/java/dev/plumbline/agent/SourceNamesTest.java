package dev.plumbline.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.agent.settings.AgentArguments;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SourceNamesTest {
  private static List<String> warnings(String arguments) {
    List<String> warnings = new ArrayList<>();
    SourceNames.warnOfStrangers(
        AgentConfiguration.read(AgentArguments.parse(arguments), Map.of(), name -> null),
        warnings::add);
    return warnings;
  }

  @Test
  void selection_of_a_gadget_that_is_no_data_source_is_one_warning_with_the_names() {
    assertThat(warnings("otel-profiles-exporter='jvm_cpu:otel,bytes:otel'"))
        .containsExactly(
            "exporter selection names data source \"jvm_cpu\", expected one of samples, objects,"
                + " bytes, mutex_contentions, mutex_delay, block_contentions, block_delay");
  }

  @Test
  void annotation_of_an_unknown_data_source_is_one_warning() {
    assertThat(warnings("annotate=sample:profiles.name=x"))
        .singleElement()
        .asString()
        .contains("\"sample\"")
        .contains("samples, objects");
  }

  @Test
  void known_names_and_none_are_no_warning() {
    assertThat(warnings("otel-profiles-exporter=Samples:otel,annotate=bytes:profiles.name=x"))
        .isEmpty();
    assertThat(warnings("")).isEmpty();
  }
}
