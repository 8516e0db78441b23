package dev.plumbline.cpu;

import dev.plumbline.kernel.HelperFunction;
import dev.plumbline.kernel.KernelProbe;
import dev.plumbline.kernel.KernelProbe.Finding;
import dev.plumbline.kernel.MapType;
import dev.plumbline.kernel.ProgramKind;
import dev.plumbline.kernel.Requirement;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What sampling needs of a kernel in any variant, asked before anything is loaded, so that an old
 * kernel is named as what it is. Stateless.
 */
final class KernelNeeds {
  private static final List<Requirement> OF_ALL_VARIANTS =
      List.of(
          new Requirement.Map(MapType.RING_BUFFER),
          new Requirement.Helper(ProgramKind.PERF_EVENT, HelperFunction.PROBE_READ_USER),
          new Requirement.Helper(ProgramKind.PERF_EVENT, HelperFunction.GET_STACK),
          new Requirement.Helper(ProgramKind.PERF_EVENT, HelperFunction.RINGBUF_OUTPUT));

  private KernelNeeds() {}

  static void check() throws IOException {
    String lacking = lacking(KernelProbe.missing(OF_ALL_VARIANTS));
    if (!lacking.isEmpty()) {
      throw new IOException(
          "this kernel lacks "
              + lacking
              + "; Linux 5.10 or later with CONFIG_BPF_SYSCALL and CONFIG_PERF_EVENTS is needed");
    }
  }

  /** Names what is not there; what is only refused is told by the call that is refused. */
  static String lacking(List<Finding> missing) {
    return missing.stream()
        .filter(finding -> !finding.detail().contains("EPERM"))
        .filter(finding -> !finding.detail().contains("EACCES"))
        .filter(finding -> !finding.detail().contains("ENOSYS"))
        .map(finding -> finding.requirement().description())
        .collect(Collectors.joining(", "));
  }
}
