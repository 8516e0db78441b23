package dev.plumbline.cpu;

import dev.plumbline.kernel.VerifierException;
import dev.plumbline.kernel.unwind.SamplerVariant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a user gets less of where a kernel did not take the best programs. Stateless. */
final class VariantWarnings {
  private VariantWarnings() {}

  /**
   * Lines; empty for the best variant.
   *
   * @param followsProcesses starts and ends of processes are reported by the kernel
   * @param refusal the verifier's, that a lesser variant went around; null for none
   */
  static List<String> of(
      SamplerVariant variant, boolean followsProcesses, @Nullable VerifierException refusal) {
    List<String> lines = new ArrayList<>();
    if (!variant.kernelReads()) {
      lines.add(
          "the kernel is locked down (confidentiality): user stacks of samples that fell into the"
              + " kernel are missing, and new processes are found by their first sample");
    } else if (!followsProcesses) {
      lines.add(
          "this kernel has no readable /sys/kernel/btf/vmlinux: processes are found by their first"
              + " sample, not by their start");
    }
    if (variant.framePointersOnly()) {
      lines.add(
          "the kernel's verifier refused to unwind by tables: user stacks need frame pointers");
    }
    if (variant.shrinkShift() > 0) {
      lines.add(
          "little memory may be locked (ulimit -l): the ring and the table of processes are smaller"
              + " by "
              + (1 << variant.shrinkShift())
              + "; CAP_SYS_RESOURCE or a higher limit helps");
    }
    if (refusal != null) {
      String log = refusal.log();
      lines.add(
          "the verifier refused program "
              + refusal.program()
              + ", a smaller one is used: "
              + log.substring(log.lastIndexOf('\n') + 1));
    }
    return lines;
  }
}
