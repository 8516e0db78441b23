package dev.plumbline.it.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The launcher as a user without rights who is given some: what is missing, and what is enough. */
class CapabilityLadderIT extends HostTestCase {
  private static final String USER = "65534";
  private static final long ENOUGH = 1L << 39 | 1L << 38 | 1L << 19;

  @BeforeEach
  void requireJavaForOthers() throws Exception {
    List<String> java = new ArrayList<>(user(""));
    java.addAll(List.of("test", "-x", System.getProperty("java.home") + "/bin/java", "-a"));
    Launcher.assumeWorks(java);
  }

  /** Starts a program as that user, with ambient capabilities, such as {@code bpf,perfmon}. */
  private static List<String> user(String capabilities) {
    StringBuilder ambient = new StringBuilder("-all");
    for (String capability : capabilities.split(",", -1)) {
      ambient.append(capability.isEmpty() ? "" : ",+" + capability);
    }
    return List.of(
        "setpriv",
        "--reuid",
        USER,
        "--regid",
        USER,
        "--clear-groups",
        "--inh-caps=" + ambient,
        "--ambient-caps=" + ambient,
        "--");
  }

  private Process plumbline(String capabilities, String... arguments) throws Exception {
    return launcher.start(
        user(capabilities), launcher.installation().resolve("bin/plumbline"), arguments);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|CAP_BPF, CAP_PERFMON, CAP_SYS_PTRACE",
        "bpf|CAP_PERFMON, CAP_SYS_PTRACE",
        "perfmon|CAP_BPF, CAP_SYS_PTRACE",
        "bpf,perfmon|CAP_SYS_PTRACE",
        "sys_ptrace,syslog|CAP_BPF, CAP_PERFMON",
      })
  void missingCapabilities_areNamedExactly(String held, String missing) throws Exception {
    Process run = plumbline(held, "run", "profile_cpu", "-t", "3");
    assertThat(launcher.awaitFailure(run, 60))
        .startsWith("Error: gadget profile_cpu needs " + missing + ", which this process");
  }

  @Test
  void threeCapabilities_areEnoughForCompleteStacks() throws Exception {
    launcher.installation();
    launcher.workload("known_chain", List.of("-fomit-frame-pointer"));
    Process run =
        plumbline("bpf,perfmon,sys_ptrace,kill", "run", "profile_cpu", "-t", "8", "-o", "folded");
    launcher.awaitSampling(run);
    Map<String, Long> masks = masks(run.pid());
    assertThat(masks.get("CapEff")).isEqualTo(ENOUGH);
    assertThat(masks.get("CapPrm")).isEqualTo(ENOUGH);
    assertThat(masks.get("CapAmb")).isEqualTo(ENOUGH);
    launcher.awaitSuccess(run, 60);

    assertThat(launcher.err())
        .contains(
            "without CAP_DAC_READ_SEARCH files that only their owner may read have no symbols",
            "without CAP_SYSLOG kernel functions have no names",
            "without CAP_CHECKPOINT_RESTORE deleted files have no tables and no symbols");
    long all = 0;
    long exact = 0;
    for (String line : launcher.out().lines().filter(l -> l.startsWith("known_chain;")).toList()) {
      long samples = Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
      all += samples;
      exact += line.contains(";_start;") && line.contains(";main;outer;middle") ? samples : 0;
    }
    assertThat(all).isGreaterThan(50);
    assertThat((double) exact / all).isGreaterThan(0.7); // the first second may come before tables
  }

  /** The sets of all threads, each of which must be the same in every thread. */
  private static Map<String, Long> masks(long pid) throws IOException {
    Map<String, Long> masks = new TreeMap<>();
    List<ThreadStatus> threads = ThreadStatus.ofAll(pid);
    for (ThreadStatus thread : threads) {
      for (String line : thread.lines()) {
        if (line.matches("Cap(Prm|Eff|Amb):.*")) {
          long mask = Long.parseUnsignedLong(line.substring(7).strip(), 16);
          Long before = masks.putIfAbsent(line.substring(0, 6), mask);
          assertThat(before == null || before == mask).as(thread.task() + " " + line).isTrue();
        }
      }
    }
    assertThat(threads).hasSizeGreaterThan(5);
    return masks;
  }
}
