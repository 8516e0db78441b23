package dev.plumbline.run;

import static dev.plumbline.output.TestSources.SAMPLES;
import static dev.plumbline.output.TestSources.stack;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.output.TestRecords;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Scope;
import dev.plumbline.sampling.AttributeNaming;
import dev.plumbline.sampling.MappingReader;
import dev.plumbline.sampling.SampleMapping;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OpenWindowTest {
  private static final WindowExports.SampleOrigin ORIGIN =
      new WindowExports.SampleOrigin(Resource.of(Attributes.EMPTY), Scope.of("test", "1"));
  private static final SampleMapping MAPPING =
      new MappingReader(AttributeNaming.DOTTED, warning -> {})
          .read(SAMPLES, Map.of())
          .orElseThrow();

  private final List<ProfileWindow> windows = new ArrayList<>();

  private OpenWindow window(long maxBytes) {
    OpenWindow window = new OpenWindow(List.of(windows::add), ORIGIN, maxBytes);
    window.start(500);
    return window;
  }

  /** Of the time from 1,000 to 2,000. */
  private static TestRecords distinct(int records) {
    TestRecords batch = new TestRecords(SAMPLES);
    for (int i = 0; i < records; i++) {
      batch.row(stack(), stack("f" + i, "main"), 2L, "a", 10L, false, 0.5);
    }
    return batch;
  }

  private long total() {
    return windows.stream()
        .flatMap(window -> window.profiles().stream())
        .mapToLong(Profile::total)
        .sum();
  }

  @Test
  void windowWithRoom_isHandedOverAtItsTime() {
    OpenWindow window = window(1 << 20);
    window.add(MAPPING, distinct(100));
    assertThat(windows).isEmpty();
    assertThat(window.close(3_000)).isEqualTo(100);
    assertThat(windows).hasSize(1);
    Profile profile = windows.get(0).profiles().get(0);
    assertThat(profile.startUnixNanos()).isEqualTo(500);
    assertThat(profile.durationNanos()).isEqualTo(2_500);
  }

  @Test
  void fullWindow_isHandedOverEarlyAndLosesNothing() {
    OpenWindow window = window(10_000);
    window.add(MAPPING, distinct(200));
    assertThat(windows).hasSizeGreaterThan(1);
    assertThat(window.close(3_000)).isEqualTo(200);
    assertThat(total()).isEqualTo(400);
    for (ProfileWindow each : windows) {
      assertThat(each.sampleCount()).isBetween(1, 60);
    }
    assertThat(windows.get(0).profiles().get(0).startUnixNanos()).isEqualTo(500);
    assertThat(windows.get(0).profiles().get(0).durationNanos()).isEqualTo(1_500);
    assertThat(windows.get(1).profiles().get(0).startUnixNanos()).isEqualTo(1_000);
    windows.clear();
    window.add(MAPPING, distinct(1));
    assertThat(window.close(4_000)).isEqualTo(1);
    assertThat(windows.get(0).profiles().get(0).startUnixNanos()).isEqualTo(3_000);
  }

  @Test
  void sampleLargerThanTheWindow_standsAlone() {
    OpenWindow window = window(1);
    window.add(MAPPING, distinct(3));
    window.close(3_000);
    assertThat(windows).hasSize(3);
    assertThat(total()).isEqualTo(6);
  }
}
