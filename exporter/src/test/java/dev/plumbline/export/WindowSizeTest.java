package dev.plumbline.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import dev.plumbline.profile.Link;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Sample;
import dev.plumbline.profile.StackTrace;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WindowSizeTest {
  @Test
  void estimate_growsWithWhatIsThereAndCountsSharedPartsOnce() {
    long one = WindowSize.estimateBytes(SimulatedExporter.window(1));
    long thousand = WindowSize.estimateBytes(SimulatedExporter.window(1000));
    assertThat(thousand - one).isBetween(999L * 200, 999L * 800);
    List<Profile> twice = new ArrayList<>();
    ProfileWindow window = SimulatedExporter.window(1000);
    twice.addAll(window.profiles());
    twice.addAll(window.profiles());
    assertThat(WindowSize.estimateBytes(ProfileWindow.of(twice))).isLessThan(thousand * 3 / 2);
  }

  /** The estimate is a promise about memory, so it is held against what the collector frees. */
  @Test
  void estimate_isNotBelowTheHeapThatWindowsHold() {
    Runtime runtime = Runtime.getRuntime();
    long before = used(runtime);
    List<ProfileWindow> held = new ArrayList<>();
    long estimated = 0;
    for (int i = 0; i < 20; i++) {
      ProfileWindow window = SimulatedExporter.window(5000);
      held.add(window);
      estimated += WindowSize.estimateBytes(window);
    }
    long heap = used(runtime) - before;
    assertThat(held).hasSize(20);
    assertThat(estimated).isGreaterThan(heap);
  }

  @Test
  void longTexts_countWithTheirLength() {
    String text = "n".repeat(10_000);
    Sample sample =
        Sample.of(
            StackTrace.of(Frame.named(text, FrameType.NATIVE)),
            Attributes.of(Attribute.of("note", text)),
            Link.NONE,
            1);
    Profile usual = SimulatedExporter.window(1).profiles().get(0);
    Profile profile =
        Profile.builder(usual.resource(), usual.scope(), usual.type())
            .interval(usual.startUnixNanos(), usual.durationNanos())
            .samples(List.of(sample))
            .build();
    assertThat(WindowSize.estimateBytes(ProfileWindow.of(List.of(profile))))
        .isGreaterThan(2 * 19_000L);
  }

  private static long used(Runtime runtime) {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
