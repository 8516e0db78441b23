package dev.plumbline.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.kernel.Refusals;
import dev.plumbline.kernel.unwind.SamplerVariant;
import org.junit.jupiter.api.Test;

/** What a user is told of a kernel that gives less. */
class VariantWarningsTest {
  private static final SamplerVariant BEST = new SamplerVariant(true, true, false, 8, false, 0);

  @Test
  void bestVariant_isNotSpokenOf() {
    assertThat(VariantWarnings.of(BEST, true, null)).isEmpty();
    assertThat(VariantWarnings.of(new SamplerVariant(true, false, true, 8, false, 0), true, null))
        .isEmpty();
  }

  @Test
  void whatIsMissing_isNamedOnceEach() {
    assertThat(VariantWarnings.of(BEST, false, null))
        .singleElement()
        .asString()
        .contains("/sys/kernel/btf/vmlinux");
    assertThat(VariantWarnings.of(new SamplerVariant(false, true, false, 8, false, 0), false, null))
        .singleElement()
        .asString()
        .contains("locked down");
    assertThat(VariantWarnings.of(new SamplerVariant(true, true, false, 8, false, 4), true, null))
        .singleElement()
        .asString()
        .contains("smaller by 16");
  }

  @Test
  void refusalOfTheVerifier_isQuotedWithItsLastLine() {
    assertThat(
            VariantWarnings.of(
                new SamplerVariant(true, true, false, 8, true, 0),
                true,
                Refusals.ofVerifier(7, "0: (b7) r0 = 0\nBPF program is too large")))
        .hasSize(2)
        .anyMatch(line -> line.contains("frame pointers"))
        .anyMatch(line -> line.endsWith("one is used: BPF program is too large"));
  }
}
