package dev.plumbline.agent.settings;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class AgentArgumentsTest {
  @Test
  void pairs_stand_between_commas() {
    AgentArguments arguments = AgentArguments.parse("config=a.yaml, cpu = 20ms,help");

    assertThat(arguments.values())
        .containsExactly(
            java.util.Map.entry("config", "a.yaml"),
            java.util.Map.entry("cpu", "20ms"),
            java.util.Map.entry("help", "true"));
    assertThat(arguments.problems()).isEmpty();
  }

  @Test
  void value_with_commas_is_quoted_or_escaped() {
    assertThat(AgentArguments.parse("otel-profiles-exporter=\"a,b\",cpu=1ms").values())
        .containsEntry("otel-profiles-exporter", "a,b")
        .containsEntry("cpu", "1ms");
    assertThat(AgentArguments.parse("otel-profiles-exporter='a,b',cpu=1ms").values())
        .containsEntry("otel-profiles-exporter", "a,b");
    assertThat(AgentArguments.parse("otel-profiles-exporter=a\\,b,cpu=1ms").values())
        .containsEntry("otel-profiles-exporter", "a,b")
        .containsEntry("cpu", "1ms");
  }

  @Test
  void quote_inside_a_value_is_text() {
    assertThat(AgentArguments.parse("service.name=o'hara").values())
        .containsEntry("service.name", "o'hara");
  }

  @Test
  void backslash_before_other_letters_is_text() {
    assertThat(AgentArguments.parse("dir=C:\\temp").values()).containsEntry("dir", "C:\\temp");
  }

  @Test
  void last_of_equal_names_holds() {
    assertThat(AgentArguments.parse("cpu=1ms,cpu=2ms").values()).containsEntry("cpu", "2ms");
  }

  @Test
  void unclosed_quote_is_one_problem() {
    assertThat(AgentArguments.parse("config=\"a.yaml").problems())
        .containsExactly("agent arguments: the quote \" is never closed");
  }

  @Test
  void text_beyond_the_limit_is_refused_unread() {
    AgentArguments arguments = AgentArguments.parse("x".repeat(AgentArguments.MAX_LENGTH + 1));

    assertThat(arguments.values()).isEmpty();
    assertThat(arguments.problems()).hasSize(1);
  }

  @Property
  void any_value_survives_quoting(@ForAll @StringLength(max = 40) String value) {
    String quoted = "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";

    assertThat(AgentArguments.parse("dir=" + quoted + ",cpu=1ms").values())
        .containsEntry("dir", value.trim())
        .containsEntry("cpu", "1ms");
  }
}
