package dev.plumbline.export;

import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Sample;
import dev.plumbline.profile.StackTrace;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class WindowPieceTest {
  @Test
  void windowThatFits_isOnePieceAndTheSame() {
    ProfileWindow window = SimulatedExporter.window(3);
    List<WindowPiece> pieces = WindowPiece.of(window, 1000, 1000);
    assertThat(pieces).hasSize(1);
    assertThat(pieces.get(0).window()).isSameAs(window);
    assertThat(pieces.get(0).bytes()).isEqualTo(1000);
  }

  @Property(tries = 200)
  void pieces_haveAllSamplesInTheirOrderAndNoneIsTooLarge(
      @ForAll @Size(min = 1, max = 6) List<@IntRange(min = 1, max = 200) Integer> profileSizes,
      @ForAll @LongRange(min = 8_000, max = 100_000) long maxQueueBytes) {
    List<Profile> profiles = new ArrayList<>();
    for (int size : profileSizes) {
      profiles.add(
          SimulatedExporter.profile(
              size % 2 == 0 ? SimulatedExporter.CPU : SimulatedExporter.LOCKS, size));
    }
    ProfileWindow window = ProfileWindow.of(profiles);
    List<WindowPiece> pieces =
        WindowPiece.of(window, WindowSize.estimateBytes(window), maxQueueBytes);
    assertThat(pieces.stream().flatMap(piece -> samples(piece.window()).stream()).collect(toList()))
        .isEqualTo(samples(window));
    for (WindowPiece piece : pieces) {
      assertThat(piece.bytes()).isEqualTo(WindowSize.estimateBytes(piece.window()));
      assertThat(piece.bytes()).isLessThanOrEqualTo(maxQueueBytes);
    }
  }

  @Test
  void sampleLargerThanAShare_standsAlone() {
    Profile usual = SimulatedExporter.profile(SimulatedExporter.CPU, 2);
    List<Sample> samples = new ArrayList<>(usual.samples());
    samples.add(1, Sample.of(StackTrace.of(Frame.named("n".repeat(10_000), FrameType.NATIVE)), 1));
    ProfileWindow window = ProfileWindow.of(List.of(usual.withSamples(samples)));
    List<WindowPiece> pieces = WindowPiece.of(window, 30_000, 8_000);
    assertThat(pieces.stream().map(piece -> piece.window().sampleCount()).collect(toList()))
        .isEqualTo(List.of(1, 1, 1));
    assertThat(pieces.get(1).bytes()).isGreaterThan(20_000);
  }

  private static List<String> samples(ProfileWindow window) {
    List<String> samples = new ArrayList<>();
    for (Profile profile : window.profiles()) {
      profile.samples().forEach(sample -> samples.add(profile.type() + " " + sample));
    }
    return samples;
  }
}
