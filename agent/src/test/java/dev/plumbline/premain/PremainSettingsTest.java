package dev.plumbline.premain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.agent.settings.AgentArguments;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PremainSettingsTest {
  @AfterEach
  void clear() {
    System.clearProperty("plumbline.enabled");
    System.clearProperty("plumbline.start");
    System.clearProperty("otel.sdk.disabled");
  }

  @Test
  void argument_goes_over_the_property() {
    System.setProperty("plumbline.start", "async");
    assertThat(new PremainSettings("cpu=1ms,start=sync").isSynchronous()).isTrue();
    assertThat(new PremainSettings("cpu=1ms").isSynchronous()).isFalse();
    System.setProperty("plumbline.enabled", "false");
    assertThat(new PremainSettings("enabled=true").isSwitchedOff()).isFalse();
    assertThat(new PremainSettings("").isSwitchedOff()).isTrue();
  }

  @Test
  void switch_of_the_SDK_is_one_of_the_agents() {
    assertThat(new PremainSettings("").isSwitchedOff()).isFalse();
    System.setProperty("otel.sdk.disabled", "True");
    assertThat(new PremainSettings("").isSwitchedOff()).isTrue();
  }

  @Test
  void every_word_for_false_switches_off() {
    for (String word : List.of("false", "off", "no", "0", "OFF")) {
      assertThat(new PremainSettings("enabled=" + word).isSwitchedOff()).as(word).isTrue();
    }
    for (String word : List.of("true", "on", "yes", "1", "maybe", "")) {
      assertThat(new PremainSettings("enabled=" + word).isSwitchedOff()).as(word).isFalse();
    }
  }

  @Test
  void quotes_and_escapes_are_those_of_the_core() {
    for (String arguments :
        List.of(
            "annotate=\"a,enabled=false\",log.file='x,y'",
            "annotate=a\\,enabled=false,log.file=x\\,y",
            " log.file = x\\,y ,annotate=\"it's\"")) {
      PremainSettings settings = new PremainSettings(arguments);
      Map<String, String> core = AgentArguments.parse(arguments).values();
      assertThat(settings.text("log.file")).isEqualTo("x,y").isEqualTo(core.get("log.file"));
      assertThat(settings.text("annotate")).isEqualTo(core.get("annotate"));
      assertThat(settings.isSwitchedOff()).as(arguments).isFalse();
    }
    assertThat(new PremainSettings("enabled=\"false\"").isSwitchedOff()).isTrue();
  }

  @Test
  void help_is_a_name_alone_or_with_any_value() {
    assertThat(new PremainSettings("cpu=1ms,help").isHelpAsked()).isTrue();
    assertThat(new PremainSettings("help=me").isHelpAsked()).isTrue();
    assertThat(new PremainSettings("cpu=help").isHelpAsked()).isFalse();
  }

  @Test
  void text_ends_at_the_comma_and_the_last_one_counts() {
    PremainSettings settings = new PremainSettings("log.level=info,x=1,log.level=warn");
    assertThat(settings.text("log.level")).isEqualTo("warn");
    assertThat(settings.text("level")).isNull();
    assertThat(settings.text("x")).isEqualTo("1");
  }
}
