package dev.plumbline.it.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a user is told where a kernel, a sandbox or a gadget stands in the way. */
class FailureModesIT extends HostTestCase {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bpf|1|not permitted here, though the capabilities are held",
        "bpf|38|has no such system call; Linux 5.10",
        "perf_event_open|13|kernel.perf_event_paranoid",
      })
  void refusedSystemCall_isNamed(String call, String errno, String message) throws Exception {
    Path refusing = launcher.compiled("refusing", List.of());
    Process run =
        launcher.plumblineBehind(
            List.of(refusing.toString(), call, errno), "run", "profile_cpu", "-t", "3");
    assertThat(launcher.awaitFailure(run, 60)).contains(message);
    assertThat(launcher.out()).doesNotContain("samples");
  }

  @Test
  void pidNamespaceOfItsOwn_isRefused() throws Exception {
    List<String> inside = List.of("unshare", "--pid", "--fork", "--mount-proc");
    Launcher.assumeWorks(inside);
    Process run = launcher.plumblineBehind(inside, "run", "profile_cpu", "-t", "3");
    assertThat(launcher.awaitFailure(run, 60)).contains("pid namespace", "--pid=host");
  }

  @Test
  void kernelWithoutItsTypes_isProfiledAllTheSame() throws Exception {
    List<String> hidden =
        List.of(
            "unshare",
            "--mount",
            "sh",
            "-c",
            "mount -t tmpfs none /sys/kernel/btf && exec \"$@\"",
            "sh");
    Launcher.assumeWorks(hidden);
    launcher.workload("known_chain", List.of("-fomit-frame-pointer"));
    Process run = launcher.plumblineBehind(hidden, "run", "profile_cpu", "-t", "6", "-o", "folded");
    launcher.awaitSuccess(run, 60);
    assertThat(launcher.err()).contains("no readable /sys/kernel/btf/vmlinux");
    assertThat(launcher.out().lines())
        .anyMatch(
            line ->
                line.startsWith("known_chain;")
                    && line.contains(";_start;")
                    && line.contains(";main;outer;middle"));
  }

  /** No machine that is shared can take its CPUs away, so the list of them says that it did. */
  @Test
  @Tag("long")
  void cpuThatComesAndGoes_isSampledWhileItIsThere() throws Exception {
    assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "needs two CPUs");
    Path online = Files.writeString(directory.resolve("online"), "0\n");
    List<String> listed =
        List.of(
            "unshare",
            "--mount",
            "sh",
            "-c",
            "mount --bind " + online + " /sys/devices/system/cpu/online && exec \"$@\"",
            "sh");
    Launcher.assumeWorks(listed);
    String program = launcher.compiled("known_chain", List.of()).toString();
    launcher.started("taskset", "-c", "1", program);
    Process run = launcher.plumblineBehind(listed, "run", "profile_cpu", "-t", "300", "-o", "json");
    awaitFetch(run, false);
    Files.writeString(online, "0-1\n");
    awaitFetch(run, true);
    Files.writeString(online, "0\n");
    awaitFetch(run, false);
    run.destroy(); // SIGTERM
    launcher.awaitSuccess(run, 60);
  }

  /** Until three fetches in a row have, or have not, the program that runs on the second CPU. */
  private void awaitFetch(Process run, boolean hasProgram) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    while (run.isAlive() && System.nanoTime() < deadline) {
      List<String> fetches = launcher.out().lines().filter(line -> line.endsWith("]")).toList();
      if (fetches.size() >= 3
          && fetches.subList(fetches.size() - 3, fetches.size()).stream()
              .allMatch(fetch -> fetch.contains("\"known_chain\"") == hasProgram)) {
        return;
      }
      TimeUnit.MILLISECONDS.sleep(200);
    }
    fail("the program is " + (hasProgram ? "never" : "always") + " seen: " + launcher.err());
  }

  @Test
  @Tag("long")
  void moreProcessesThanTheKernelsMapHolds_areProfiledAllTheSame() throws Exception {
    Path odd = launcher.compiled("odd", List.of("-fomit-frame-pointer", "-pthread"));
    Process crowd = launcher.started(odd.toString(), "children", "8500");
    assumeTrue("ready".equals(crowd.inputReader().readLine()), "8,500 processes are too many here");
    Process run = launcher.plumbline("run", "profile_cpu", "-t", "300", "-o", "json", "-v");
    launcher.awaitSampling(run);
    launcher.workload("known_chain", List.of("-fomit-frame-pointer"));
    awaitFetch(run, true);
    run.destroy(); // SIGTERM
    launcher.awaitSuccess(run, 60);
    assertThat(launcher.out()).contains("leaf; middle; outer; main; ");
    assertThat(launcher.err()).doesNotContain("Error", "lost");
  }

  @Test
  void programThatTheVerifierRefuses_isNamedWithTheReason() throws Exception {
    Path gadget = launcher.gadget("refused");
    Process run = launcher.plumbline("run", gadget.toString(), "-t", "3");
    assertThat(launcher.awaitFailure(run, 60))
        .contains("the kernel did not accept program on_switch: ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        ">/dev/full;standard output: No space left on device",
        "| head -c 1 >/dev/null;standard output: Broken pipe",
      })
  void outputThatTakesNothing_endsTheRun(String redirection, String message) throws Exception {
    launcher.workload("known_chain", List.of());
    List<String> shell = List.of("bash", "-c", "set -o pipefail; \"$@\" " + redirection, "bash");
    Process run = launcher.plumblineBehind(shell, "run", "profile_cpu", "-t", "300", "-o", "json");
    assertThat(launcher.awaitFailure(run, 90)).isEqualTo("Error: " + message);
  }

  @Test
  void closedStandardStreams_areNoPlaceForOurFiles() throws Exception {
    launcher.workload("known_chain", List.of());
    List<String> closing = List.of("sh", "-c", "exec \"$@\" <&- >&- 2>&-", "sh");
    Path own = Files.createDirectories(directory.resolve("own"));
    Launcher withoutTables = new Launcher(own);
    try {
      withoutTables.awaitSuccess(
          withoutTables.plumblineBehind(closing, "run", "profile_cpu", "-t", "3", "-o", "json"),
          90);
    } finally {
      withoutTables.close();
    }
    for (Path table : tables(own.resolve("cache/tables"))) {
      assertThat(new String(Files.readAllBytes(table), StandardCharsets.ISO_8859_1))
          .as(table.toString())
          .startsWith("PLUMBTAB")
          .doesNotContain("\"samples\"");
    }
  }

  private static List<Path> tables(Path cache) throws IOException {
    try (Stream<Path> files = Files.list(cache)) {
      List<Path> tables = files.toList();
      assertThat(tables).isNotEmpty();
      return tables;
    }
  }

  /** Before there is anything to send, it ends as any program does; later with 0. */
  @Test
  @Tag("long")
  void interruptAtAnyMomentOfTheStart_endsInSilence() throws Exception {
    for (int millis = 0; millis <= 2_000; millis += 100) {
      Process run = launcher.plumbline("run", "profile_cpu", "-t", "300", "-o", "json");
      TimeUnit.MILLISECONDS.sleep(millis);
      interrupt(run);
      assertThat(run.waitFor(90, TimeUnit.SECONDS)).as("after %d ms", millis).isTrue();
      assertThat(run.exitValue()).as("after %d ms: %s", millis, launcher.err()).isIn(0, 130);
      assertThat(launcher.err()).as("after %d ms", millis).isEmpty();
    }
  }

  @Test
  void secondInterrupt_endsAtOnceWithOne() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Path config = directory.resolve("ig-config.yaml");
      Files.writeString(
          config,
          """
          operator:
            otel-profiles:
              exporters:
                silent: { exporter: otlp-grpc, endpoint: "127.0.0.1:%d", insecure: true }
          """
              .formatted(silent.getLocalPort()));
      Process run =
          launcher.plumbline(
              "run",
              "profile_cpu",
              "--config=" + config,
              "--otel-profiles-exporter=silent",
              "-o",
              "none");
      launcher.awaitSampling(run);
      assertThat(run.waitFor(2, TimeUnit.SECONDS)).isFalse();
      interrupt(run);
      assertThat(run.waitFor(1, TimeUnit.SECONDS)).as("the last window waits").isFalse();
      interrupt(run);
      assertThat(run.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(run.exitValue()).as("0 is the end after the last window's deadline").isOne();
    }
  }

  private void interrupt(Process run) throws Exception {
    Process kill = launcher.started("kill", "-INT", Long.toString(run.pid()));
    assertThat(kill.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(kill.exitValue()).isZero();
  }
}
