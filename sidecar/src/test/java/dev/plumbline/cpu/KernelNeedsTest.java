package dev.plumbline.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.kernel.HelperFunction;
import dev.plumbline.kernel.KernelProbe.Finding;
import dev.plumbline.kernel.MapType;
import dev.plumbline.kernel.ProgramKind;
import dev.plumbline.kernel.Requirement;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an old kernel is told to lack. */
class KernelNeedsTest {
  private static final Requirement RING = new Requirement.Map(MapType.RING_BUFFER);
  private static final Requirement HELPER =
      new Requirement.Helper(ProgramKind.PERF_EVENT, HelperFunction.RINGBUF_OUTPUT);

  @Test
  void missingParts_areNamed() {
    assertThat(
            KernelNeeds.lacking(
                List.of(
                    new Finding(RING, false, "create map probe: EINVAL"),
                    new Finding(HELPER, false, "this kernel has it not, or withholds it"))))
        .contains("RING_BUFFER", "bpf_ringbuf_output");
  }

  @Test
  void refusals_areNotTakenForAnOldKernel() {
    assertThat(
            KernelNeeds.lacking(
                List.of(
                    new Finding(RING, false, "create map probe: EPERM"),
                    new Finding(HELPER, false, "ENOSYS"))))
        .isEmpty();
  }
}
