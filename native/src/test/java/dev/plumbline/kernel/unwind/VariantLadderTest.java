package dev.plumbline.kernel.unwind;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.kernel.Refusals;
import dev.plumbline.kernel.VerifierException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is tried after kernels refuse as 5.10, a strict verifier and a small memory limit do. */
class VariantLadderTest {
  private static final SamplerVariant BEST =
      new SamplerVariant(true, true, false, SamplerOptions.NATIVE_FRAMES, false, 0);
  private static final VerifierException TOO_COMPLEX =
      Refusals.ofVerifier(7, "BPF program is too large. Processed 1000001 insn");
  private static final int EPERM = 1;
  private static final int EINVAL = 22;

  private int lifts;

  private VariantLadder ladder(boolean mayCreateMaps, boolean lifts) {
    return new VariantLadder(
        () -> mayCreateMaps,
        () -> {
          this.lifts++;
          return lifts;
        });
  }

  @Test
  void complexity_halvesTheFramesThenGivesUpTables() {
    VariantLadder ladder = ladder(true, true);
    List<SamplerVariant> tried = new ArrayList<>(List.of(BEST));
    for (boolean framePointers : new boolean[] {false, true}) {
      for (int frames = SamplerOptions.NATIVE_FRAMES; frames >= 4; frames /= 2) {
        SamplerVariant variant = new SamplerVariant(true, true, false, frames, framePointers, 0);
        assertThat(tried.get(tried.size() - 1)).isEqualTo(variant);
        tried.add(ladder.after(variant, TOO_COMPLEX));
      }
    }
    assertThat(tried.get(tried.size() - 1)).isNull();
    assertThat(ladder.refusal()).isSameAs(TOO_COMPLEX);
  }

  @Test
  void preallocationRule_isFollowedAndIsNoRefusal() {
    VariantLadder ladder = ladder(true, true);
    VerifierException rule =
        Refusals.ofVerifier(EINVAL, "perf_event programs can only use preallocated hash map");
    SamplerVariant next = ladder.after(BEST, rule);
    assertThat(next)
        .isEqualTo(new SamplerVariant(true, true, true, SamplerOptions.NATIVE_FRAMES, false, 0));
    assertThat(ladder.refusal()).isNull();
    assertThat(ladder.after(next, rule)).isNull();
  }

  @Test
  void anyOtherRefusal_isTheEnd() {
    VariantLadder ladder = ladder(true, true);
    VerifierException refusal = Refusals.ofVerifier(EINVAL, "invalid access to packet");
    assertThat(ladder.after(BEST, refusal)).isNull();
    assertThat(ladder.after(BEST, Refusals.ofCall(EINVAL))).isNull();
  }

  @Test
  void memoryLimit_isLiftedOnceThenMapsShrink() {
    VariantLadder ladder = ladder(true, true);
    assertThat(ladder.after(BEST, Refusals.ofCall(EPERM))).isEqualTo(BEST);
    SamplerVariant tried = BEST;
    for (int shift = 2; shift <= VariantLadder.MOST_SHRINKING; shift += 2) {
      SamplerVariant next = ladder.after(tried, Refusals.ofCall(EPERM));
      assertThat(next)
          .isEqualTo(
              new SamplerVariant(true, true, false, SamplerOptions.NATIVE_FRAMES, false, shift));
      tried = next;
    }
    assertThat(ladder.after(tried, Refusals.ofCall(EPERM))).isNull();
    assertThat(lifts).isOne();
  }

  @Test
  void memoryLimitThatCannotBeLifted_shrinksAtOnce() {
    SamplerVariant next = ladder(true, false).after(BEST, Refusals.ofCall(EPERM));
    assertThat(next).isNotNull();
    assertThat(next.shrinkShift()).isEqualTo(2);
  }

  @Test
  void missingRights_areNotTakenForTheMemoryLimit() {
    assertThat(ladder(false, true).after(BEST, Refusals.ofCall(EPERM))).isNull();
    assertThat(lifts).isZero();
  }
}
