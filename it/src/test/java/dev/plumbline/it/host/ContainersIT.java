package dev.plumbline.it.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.plumbline.export.fake.FakeCollector;
import dev.plumbline.export.fake.ReceivedRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Profiles of containers, and out of one. */
class ContainersIT {
  /** As ig's page has it. */
  private static final List<String> BUSY = List.of("sh", "-c", "cat /dev/random > /dev/null");

  @TempDir private Path directory = Path.of("");
  private Launcher launcher = new Launcher(directory);
  private Podman podman = new Podman(directory);

  @BeforeEach
  void requirePodman() throws Exception {
    Launcher.assumeRights();
    Podman.assumeInstalled();
    launcher = Launcher.withSharedCaches(directory);
    podman = new Podman(directory);
  }

  @AfterEach
  void endContainers() throws Exception {
    launcher.close();
    podman.close();
  }

  private void start(String name, List<String> command) throws Exception {
    String refusal = podman.start(name, podman.busybox(name), List.of(), command);
    if (!refusal.isEmpty()) {
      abort("podman runs no container here: " + refusal);
    }
  }

  @Test
  void selectedContainer_aloneIsShownAndExportedWithItsName() throws Exception {
    start("mycontainer", BUSY);
    start("other", List.of("sh", "-c", "while :; do :; done"));
    launcher.workload("known_chain", List.of());
    try (FakeCollector collector = FakeCollector.start()) {
      launcher.awaitSuccess(
          launcher.plumbline(
              "run",
              "profile_cpu",
              "-c",
              "mycontainer",
              "--config=" + config(collector.port()),
              "--otel-profiles-exporter=test",
              "-t",
              "4",
              "-o",
              "json"),
          60);
      assertThat(launcher.out())
          .contains("\"containerName\":\"mycontainer\"", "\"comm\":\"cat\"")
          .doesNotContain("\"other\"", "known_chain", "\"containerId\":\"\"");
      StringBuilder received = new StringBuilder();
      for (ReceivedRequest request : collector.stored()) {
        received.append(new String(request.body(), StandardCharsets.ISO_8859_1));
      }
      assertThat(received.toString())
          .contains("mycontainer", "runtime.containerName", "proc.comm", podman.id("mycontainer"))
          .doesNotContain("known_chain", podman.id("other"));
    }
  }

  @Test
  void containerThatStartsLater_isSelectedToo() throws Exception {
    Process run =
        launcher.plumbline("run", "profile_cpu", "--host=false", "-t", "120", "-o", "folded");
    launcher.awaitSampling(run);
    start("late", List.of("sh", "-c", "while :; do :; done"));
    assertThat(run.waitFor(4, TimeUnit.SECONDS)).isFalse();
    run.destroy(); // SIGTERM
    launcher.awaitSuccess(run, 60);
    assertThat(launcher.out().lines()).anyMatch(line -> line.startsWith("sh;"));
    assertThat(launcher.out()).doesNotContain("java;");
  }

  private Path config(int port) throws Exception {
    Path config = directory.resolve("ig-config.yaml");
    Files.writeString(
        config,
        """
        operator:
          otel-profiles:
            exporters:
              test: { exporter: otlp-grpc, endpoint: "127.0.0.1:%d", insecure: true, compression: none, otlp-level: "1.10" }
        """
            .formatted(port));
    return config;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--privileged",
        "--cap-drop=all --cap-add=bpf,perfmon,sys_ptrace,dac_read_search,syslog,checkpoint_restore"
            + " --security-opt=seccomp=unconfined",
      })
  void sidecarInAContainer_seesTheHostWithCompleteStacks(String rights) throws Exception {
    launcher.workload("known_chain", List.of("-fomit-frame-pointer"));
    Path out = Files.createDirectories(directory.resolve("written"));
    Path root =
        podman.empty(
            "sidecar",
            List.of(
                "bin", "sbin", "lib", "lib32", "lib64", "usr", "etc", "proc", "sys", "dev", "run",
                "tmp", "written", "var"));
    List<String> options = new ArrayList<>(List.of(rights.split(" ", -1)));
    options.addAll(List.of("--pid=host", "--cgroupns=host"));
    mount(options, Path.of("/usr"), ":ro");
    mount(options, Path.of("/etc"), ":ro");
    mount(options, Launcher.ROOT, ":ro");
    Path java = Path.of(System.getProperty("java.home")).toRealPath();
    if (!java.startsWith("/usr") && !java.startsWith(Launcher.ROOT)) {
      mount(options, java, ":ro");
    }
    options.addAll(List.of("-v", out + ":/written", "-e", "PLUMBLINE_JAVA=" + java + "/bin/java"));
    mount(options, Files.createDirectories(Launcher.SHARED_CACHES), "");
    options.addAll(List.of("-e", "CACHE_DIRECTORY=" + Launcher.SHARED_CACHES));
    List<String> command =
        List.of(
            "/bin/sh",
            "-c",
            Launcher.ROOT.resolve("packaging/bin/plumbline")
                + " run profile_cpu -t 8 -o folded >/written/out.txt 2>/written/err.txt");

    String refusal = podman.start("sidecar", root, options, command);
    if (!refusal.isEmpty()) {
      abort("podman runs no such container here: " + refusal);
    }
    assertThat(podman.await("sidecar")).as(Files.readString(out.resolve("err.txt"))).isZero();

    long all = 0;
    long exact = 0;
    for (String line : Files.readAllLines(out.resolve("out.txt"))) {
      if (line.startsWith("known_chain;")) {
        long samples = Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
        all += samples;
        exact += line.contains(";_start;") && line.contains(";main;outer;middle") ? samples : 0;
      }
    }
    assertThat(all).isGreaterThan(50);
    assertThat((double) exact / all).isGreaterThan(0.7); // the first second may come before tables
  }

  private static void mount(List<String> options, Path path, String mode) {
    options.addAll(List.of("-v", path + ":" + path + mode));
  }
}
