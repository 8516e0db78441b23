package dev.plumbline.it.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.fake.FakeCollector;
import dev.plumbline.export.fake.ReceivedRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A gadget of the user's, descriptor and C alone, from the kernel to a collector. */
class GadgetWithoutJavaIT {
  private static final List<String> FRAME_POINTERS = List.of("-fno-omit-frame-pointer");

  @TempDir private Path directory = Path.of("");
  private Launcher launcher = new Launcher(directory);

  @BeforeEach
  void requireRights() throws IOException {
    Launcher.assumeRights();
    launcher = new Launcher(directory);
  }

  @AfterEach
  void endProcesses() throws InterruptedException {
    launcher.close();
  }

  @Test
  void itsFlags_areInTheHelp() throws Exception {
    Path gadget = launcher.gadget("profile_switches");
    launcher.awaitSuccess(launcher.plumbline("run", gadget.toString(), "--help"), 60);
    assertThat(launcher.out()).contains("--only-pid", "--kernel-stacks", "--map-fetch-interval");
  }

  @Test
  void itsFlameGraph_arrivesAtTheCollector() throws Exception {
    Path gadget = launcher.gadget("profile_switches");
    Process workload = launcher.workload("known_chain", FRAME_POINTERS, "naps");
    Path config = directory.resolve("ig-config.yaml");
    try (FakeCollector collector = FakeCollector.start()) {
      Files.writeString(
          config,
          """
          operator:
            otel-profiles:
              exporters:
                test: { exporter: otlp-grpc, endpoint: "%s", insecure: true, compression: none, otlp-level: "1.10" }
          """
              .formatted("127.0.0.1:" + collector.port()));
      launcher.awaitSuccess(
          launcher.plumbline(
              "run",
              gadget.toString(),
              "--config=" + config,
              "--otel-profiles-exporter=switches:test",
              "--only-pid=" + workload.pid(),
              "--map-fetch-interval=0",
              "-t",
              "5",
              "-o",
              "folded"),
          60);
      // libc sleeps without a frame pointer, which hides its caller: leaf
      assertThat(launcher.out().lines())
          .anyMatch(
              line ->
                  line.startsWith("known_chain;")
                      && line.contains(";main;outer;middle;")
                      && line.contains("__schedule")
                      && Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)) > 100);
      StringBuilder received = new StringBuilder();
      for (ReceivedRequest request : collector.stored()) {
        received.append(new String(request.body(), StandardCharsets.ISO_8859_1));
      }
      assertThat(received.toString())
          .contains("outer", "middle", "context_switches", "known_chain");
    }
  }

  @Test
  void unselectedKernelStack_isEmptyInEveryRecord() throws Exception {
    Path gadget = launcher.gadget("profile_switches");
    launcher.workload("known_chain", FRAME_POINTERS, "naps");
    launcher.awaitSuccess(
        launcher.plumbline(
            "run", gadget.toString(), "--kernel-stacks=false", "-t", "4", "-o", "json"),
        60);
    assertThat(launcher.out()).contains("\"switches\":").contains("outer");
    assertThat(launcher.out().replace("\"kern_stack\":\"\"", "")).doesNotContain("\"kern_stack\"");
    assertThat(launcher.err()).doesNotContain("kernel_stack");
  }
}
