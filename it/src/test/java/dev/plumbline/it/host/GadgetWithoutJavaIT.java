package dev.plumbline.it.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.fake.FakeCollector;
import dev.plumbline.export.fake.ReceivedRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A gadget of the user's, descriptor and C alone, from the kernel to a collector. */
class GadgetWithoutJavaIT extends HostTestCase {
  private static final List<String> FRAME_POINTERS = List.of("-fno-omit-frame-pointer");

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
  void userProbesAndTracers_giveRecordsWithStacks() throws Exception {
    launcher.environment("PLUMBLINE_CAPABILITIES", "sys_admin");
    Path gadget = launcher.gadget("trace_naps");
    Process workload = launcher.workload("known_chain", FRAME_POINTERS, "naps");
    launcher.awaitSuccess(
        launcher.plumbline("run", gadget.toString(), "-t", "4", "-o", "json"), 60);
    String pid = "\"pid\":" + workload.pid() + ",";
    Matcher event =
        Pattern.compile("\\{[^\\[]*\"microseconds\":1000,[^\\[]*").matcher(launcher.out());
    assertThat(event.find()).as(launcher.err()).isTrue();
    assertThat(event.group()).contains(pid, "middle; outer; main; ");
    Matcher returns = Pattern.compile("\"returns\":(\\d+)").matcher(launcher.out());
    long sum = 0;
    while (returns.find()) {
      sum += Long.parseLong(returns.group(1));
    }
    assertThat(sum).isGreaterThan(100);
  }

  @Test
  void userProbesWithoutTheRightForThem_areRefusedWithTheWayToIt() throws Exception {
    Path gadget = launcher.gadget("trace_naps");
    Process run = launcher.plumbline("run", gadget.toString(), "-t", "4", "-o", "json");
    assertThat(launcher.awaitFailure(run, 60))
        .contains("CAP_SYS_ADMIN", "PLUMBLINE_CAPABILITIES=sys_admin");
  }

  @Test
  void probeOfWhatIsNotThere_isNamed() throws Exception {
    Path gadget = launcher.gadget("trace_naps");
    launcher.environment("PLUMBLINE_CAPABILITIES", "sys_admin");
    Path descriptor = gadget.resolve("gadget.yaml");
    Files.writeString(
        descriptor, Files.readString(descriptor).replace("libc:usleep", "libc:no_such_function"));
    Process run = launcher.plumbline("run", gadget.toString(), "-t", "4", "-o", "json");
    assertThat(launcher.awaitFailure(run, 60))
        .contains("libc.so.6 has no code at no_such_function");
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
