package dev.plumbline.it.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** {@code plumbline run profile_cpu} over a program without frame pointers. */
class RunProfileCpuIT extends HostTestCase {
  private static final List<String> NO_FRAME_POINTERS = List.of("-fomit-frame-pointer");

  /** CAP_BPF, CAP_PERFMON, CAP_SYS_PTRACE, and the optional ones in use. */
  private static final long ALLOWED =
      1L << 39 | 1L << 38 | 1L << 19 | 1L << 2 | 1L << 34 | 1L << 40 | 1L << 24;

  private static long value(String line) {
    return Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
  }

  @Test
  void version_isTheProjects() throws Exception {
    launcher.awaitSuccess(launcher.plumbline("--version"), 30);
    Matcher project =
        Pattern.compile("<artifactId>plumbline</artifactId>\\s*<version>([^<]+)</version>")
            .matcher(Files.readString(Launcher.ROOT.resolve("pom.xml")));
    assertThat(project.find()).isTrue();
    assertThat(launcher.out()).isEqualTo("plumbline " + project.group(1) + "\n");
  }

  @Test
  void columns_tellOfTheProcessesWithIncompleteStacks() throws Exception {
    launcher.workload("known_chain", NO_FRAME_POINTERS);
    launcher.awaitSuccess(launcher.plumbline("run", "profile_cpu", "-t", "3"), 60);
    assertThat(launcher.out().lines().filter(line -> line.startsWith("# ")))
        .anyMatch(line -> line.matches("# \\d+ samples, user stacks .* % complete.*"));
  }

  @Test
  void folded_hasTheKnownChainFromRootToLeaf() throws Exception {
    launcher.workload("known_chain", NO_FRAME_POINTERS);
    launcher.awaitSuccess(
        launcher.plumbline("run", "profile_cpu", "--timeout=8", "-o", "folded"), 60);
    long all = 0;
    long exact = 0;
    for (String line : launcher.out().lines().filter(l -> l.startsWith("known_chain;")).toList()) {
      all += value(line);
      exact += line.contains(";_start;") && line.contains(";main;outer;middle") ? value(line) : 0;
    }
    assertThat(all).isGreaterThan(50);
    assertThat((double) exact / all).isGreaterThan(0.7); // the first second may come before tables
  }

  @Test
  void unselectedStack_isEmptyInEveryRecord() throws Exception {
    launcher.workload("known_chain", NO_FRAME_POINTERS);
    launcher.awaitSuccess(
        launcher.plumbline("run", "profile_cpu", "-t", "4", "-o", "json", "--kernel-stacks-only"),
        60);
    assertThat(launcher.out()).contains("\"samples\":").doesNotContain("outer");
    assertThat(launcher.out().replace("\"symbols\":\"\"", "")).doesNotContain("\"symbols\"");
    launcher.awaitSuccess(
        launcher.plumbline("run", "profile_cpu", "-t", "6", "-o", "json", "--user-stacks-only"),
        60);
    assertThat(launcher.out()).contains("outer");
    assertThat(launcher.out().replace("\"kern_stack\":\"\"", "")).doesNotContain("\"kern_stack\"");
  }

  @Test
  void termination_writesTheProfileAndEndsWithZero() throws Exception {
    Process workload = launcher.workload("known_chain", NO_FRAME_POINTERS);
    Path file = directory.resolve("cpu.pb.gz");
    Process run =
        launcher.plumbline("run", "profile_cpu", "--pid=" + workload.pid(), "-o", "pprof=" + file);
    launcher.awaitSampling(run);
    assertThat(run.waitFor(4, TimeUnit.SECONDS)).isFalse();
    run.destroy(); // SIGTERM
    launcher.awaitSuccess(run, 10);
    assertThat(Files.size(file)).isGreaterThan(500);

    Launcher.assumeWorks(List.of("sh", "-c", "go version >/dev/null"));
    Path top = directory.resolve("top.txt");
    launcher.run("sh", "-c", "exec go tool pprof -top -cum " + file + " >" + top);
    Matcher row = Pattern.compile(" ([0-9.]+)%\\s+outer\\s").matcher(Files.readString(top));
    assertThat(row.find()).as(Files.readString(top)).isTrue();
    assertThat(Double.parseDouble(row.group(1))).isBetween(70.0, 100.0);
  }

  @Test
  void closedTerminal_endsARunWithItsProfile() throws Exception {
    launcher.workload("known_chain", NO_FRAME_POINTERS);
    Process run = launcher.plumbline("run", "profile_cpu", "-o", "folded");
    launcher.awaitSampling(run);
    assertThat(run.waitFor(2, TimeUnit.SECONDS)).isFalse();
    launcher.run("kill", "-HUP", Long.toString(run.pid()));
    launcher.awaitSuccess(run, 60);
    assertThat(launcher.out()).contains("known_chain;");
  }

  @Test
  void everyThread_hasOnlyTheRightsThatAreNeeded() throws Exception {
    Process run = launcher.plumbline("run", "profile_cpu", "-o", "none");
    launcher.awaitSampling(run);
    List<ThreadStatus> threads = ThreadStatus.ofAll(run.pid());
    for (ThreadStatus thread : threads) {
      for (String line : thread.lines()) {
        if (line.matches("Cap(Inh|Prm|Eff|Bnd|Amb):.*")) {
          long mask = Long.parseUnsignedLong(line.substring(7).strip(), 16);
          assertThat(mask & ~ALLOWED).as(thread.task() + " " + line).isZero();
        }
      }
    }
    assertThat(threads).hasSizeGreaterThan(5);
    run.destroy(); // SIGTERM
    launcher.awaitSuccess(run, 30);
  }
}
