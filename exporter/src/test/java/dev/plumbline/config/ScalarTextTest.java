package dev.plumbline.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ScalarTextTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1ns, 1",
    "2us, 2000",
    "2\u00b5s, 2000",
    "3ms, 3000000",
    "1.5s, 1500000000",
    "1m30s, 90000000000",
    "1h, 3600000000000",
    "2d, 172800000000000",
    "0.000000001s, 1",
  })
  void duration_isRead(String text, long nanos) {
    assertThat(DurationText.parse(text)).isEqualTo(Duration.ofNanos(nanos));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "10", "s", "-1s", "1 s", "1S", "1s 2", "1w", ".5s", "1.s", "99999999999d"})
  void durationWithoutSense_isRefused(String text) {
    assertThatThrownBy(() -> DurationText.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "expected a duration with a unit, such as 500ms, 10s or 1m30s, found \"" + text + "\"");
  }

  @Property
  void duration_isWrittenAsItIsRead(@ForAll @LongRange(min = 0) long nanos) {
    Duration duration = Duration.ofNanos(nanos);
    assertThat(DurationText.parse(DurationText.format(duration))).isEqualTo(duration);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "7, 7",
    "7b, 7",
    "4k, 4096",
    "4KiB, 4096",
    "4kB, 4000",
    "4m, 4194304",
    "4 MiB, 4194304",
    "4MB, 4000000",
    "1g, 1073741824",
    "1GiB, 1073741824",
    "1GB, 1000000000",
  })
  void size_isRead(String text, long bytes) {
    assertThat(ByteSizeText.parse(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "m", "-1", "1.5m", "1x", "1mm", "9999999999999999g", "1  m"})
  void sizeWithoutSense_isRefused(String text) {
    assertThatThrownBy(() -> ByteSizeText.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("found \"" + text + "\"");
  }

  @Test
  void nearestName_hasTheFewestEditsWithoutCase() {
    assertThat(NearestName.of("ENDPONT", List.of("exporter", "endpoint"))).isEqualTo("endpoint");
    assertThat(NearestName.of("", List.of("abc", "d"))).isEqualTo("d");
    assertThat(NearestName.of("x", Set.of("c", "b", "a"))).isEqualTo("a");
  }

  @Test
  void slip_isAQuarterOfTheNameAtMost() {
    assertThat(NearestName.isSlip("jwm", "jvm")).isTrue();
    assertThat(NearestName.isSlip("jxm2", "jvm")).isFalse();
    assertThat(NearestName.isSlip("recievers", "receivers")).isTrue();
    assertThat(NearestName.isSlip("service", "store")).isFalse();
  }
}
