package dev.plumbline.it.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
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

  @Test
  void programThatTheVerifierRefuses_isNamedWithTheReason() throws Exception {
    Path gadget = launcher.gadget("refused");
    Process run = launcher.plumbline("run", gadget.toString(), "-t", "3");
    assertThat(launcher.awaitFailure(run, 60))
        .contains("the kernel did not accept program on_switch: ");
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
