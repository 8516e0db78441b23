package dev.plumbline.premain;

import static org.assertj.core.api.Assertions.assertThat;

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
  void text_ends_at_the_comma_and_the_last_one_counts() {
    PremainSettings settings = new PremainSettings("log.level=info,x=1,log.level=warn");
    assertThat(settings.text("log.level")).isEqualTo("warn");
    assertThat(settings.text("level")).isNull();
    assertThat(settings.text("x")).isEqualTo("1");
  }
}
