package dev.plumbline.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class KernelProbeTest {
  @Test
  @RequiresBpf
  void helpers_areKnownByTheKernelOrNot() {
    assertThat(probe(HelperFunction.GET_STACK).isMet()).isTrue();
    assertThat(probe(HelperFunction.PROBE_READ_USER).isMet()).isTrue();
    KernelProbe.Finding missing =
        KernelProbe.probe(new Requirement.ReadableFile(Path.of("/sys/kernel/btf/no-such-module")));
    assertThat(missing.isMet()).isFalse();
    assertThat(missing)
        .hasToString(
            "readable file /sys/kernel/btf/no-such-module: missing "
                + "(no such file, or no right to read it)");
  }

  private static KernelProbe.Finding probe(HelperFunction helper) {
    return KernelProbe.probe(new Requirement.Helper(ProgramKind.PERF_EVENT, helper));
  }

  @Test
  @RequiresBpf
  void mapTypes_areTriedByCreatingOne() {
    for (MapType type :
        List.of(
            MapType.HASH,
            MapType.LRU_HASH,
            MapType.PER_CPU_ARRAY,
            MapType.RING_BUFFER,
            MapType.STACK_TRACE,
            MapType.LPM_TRIE,
            MapType.QUEUE)) {
      assertThat(KernelProbe.missing(List.of(new Requirement.Map(type)))).isEmpty();
    }
  }

  @Test
  void lockdown_isReadFromTheBrackets() {
    assertThat(KernelProbe.lockdownProblem("none integrity [confidentiality]\n"))
        .isEqualTo("lockdown is none integrity [confidentiality]");
    assertThat(KernelProbe.lockdownProblem("[none] integrity confidentiality\n")).isEmpty();
    assertThat(KernelProbe.lockdownProblem("")).isEmpty();
  }
}
