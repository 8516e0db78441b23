package dev.plumbline.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class SampleCountsTest {
  private static final ProfileType CPU = type("samples", 1);
  private static final ProfileType ALLOCATIONS = type("alloc_space", 1);

  @Test
  void typesOfAnotherPeriod_countTogether() {
    SampleCounts counts =
        SampleCounts.builder().add(type("samples", 7), 2).add(type("samples", 9), 3).build();
    assertThat(counts.types()).containsExactly(CPU);
    assertThat(counts.of(type("samples", 11))).isEqualTo(5);
  }

  @Test
  void zeros_areNoLine() {
    assertThat(SampleCounts.of(CPU, 0)).isEqualTo(SampleCounts.EMPTY);
    assertThat(SampleCounts.EMPTY.share(0)).isEqualTo(SampleCounts.EMPTY);
  }

  @Test
  void share_isInProportion() {
    SampleCounts counts = SampleCounts.builder().add(CPU, 30).add(ALLOCATIONS, 10).build();
    SampleCounts half = counts.share(20);
    assertThat(half.of(CPU)).isEqualTo(15);
    assertThat(half.of(ALLOCATIONS)).isEqualTo(5);
  }

  @Test
  void minus_ofWhatIsNotThere_isRefused() {
    assertThatThrownBy(() -> SampleCounts.of(CPU, 1).minus(SampleCounts.of(ALLOCATIONS, 1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> SampleCounts.of(CPU, 1).share(2))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Property(tries = 300)
  void shareAndRest_makeTheWhole(
      @ForAll @Size(max = 8) List<@IntRange(min = 0, max = 40) Integer> samples,
      @ForAll @DoubleRange(min = 0, max = 1) double portion) {
    SampleCounts.Builder all = SampleCounts.builder();
    for (int i = 0; i < samples.size(); i++) {
      all.add(type("t" + i, 1), samples.get(i));
    }
    SampleCounts counts = all.build();
    long part = Math.round(counts.total() * portion);
    SampleCounts share = counts.share(part);
    assertThat(share.total()).isEqualTo(part);
    SampleCounts rest = counts.minus(share);
    counts
        .types()
        .forEach(type -> assertThat(share.of(type) + rest.of(type)).isEqualTo(counts.of(type)));
  }

  private static ProfileType type(String type, long period) {
    return ProfileType.builder(type, "count")
        .periodType("cpu", "nanoseconds")
        .period(period)
        .build();
  }
}
