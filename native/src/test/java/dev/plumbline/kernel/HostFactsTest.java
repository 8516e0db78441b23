package dev.plumbline.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostFactsTest {
  @Test
  void cpuLists_areParsed() {
    assertThat(OnlineCpus.parse("0-3,8,10-11\n")).containsExactly(0, 1, 2, 3, 8, 10, 11);
    assertThat(OnlineCpus.parse("0")).containsExactly(0);
  }

  @Test
  void capabilities_areReadFromTheMask() throws IOException {
    assertThat(Capability.parse(List.of("Name:\tx", "CapEff:\t000000c000080000")))
        .containsExactlyInAnyOrder(Capability.SYS_PTRACE, Capability.PERFMON, Capability.BPF);
    assertThat(Capability.parse(List.of("CapEff:\t0000000000000000"))).isEmpty();
    assertThat(Capability.CHECKPOINT_RESTORE.kernelName()).isEqualTo("CAP_CHECKPOINT_RESTORE");
  }

  @Test
  void tracepoint_layoutIsReadFromItsFormat(@TempDir Path root) throws IOException {
    Path event = Files.createDirectories(root.resolve("events/sched/sched_switch"));
    Files.writeString(event.resolve("id"), "314\n");
    Files.writeString(
        event.resolve("format"),
        """
        name: sched_switch
        ID: 314
        format:
        \tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;

        \tfield:char prev_comm[16];\toffset:8;\tsize:16;\tsigned:0;
        \tfield:pid_t prev_pid;\toffset:24;\tsize:4;\tsigned:1;
        """);
    Tracefs tracefs = Tracefs.at(root);
    assertThat(tracefs.tracepointId("sched", "sched_switch")).isEqualTo(314);
    assertThat(tracefs.fieldOffset("sched", "sched_switch", "prev_comm")).isEqualTo(8);
    assertThat(tracefs.fieldOffset("sched", "sched_switch", "prev_pid")).isEqualTo(24);
    assertThat(tracefs.fieldOffset("sched", "sched_switch", "next_pid")).isEqualTo(-1);
  }

  @Test
  void memoryOfAProcess_isRead() throws IOException {
    int own = (int) ProcessHandle.current().pid();
    ProcessMemory memory = new ProcessMemory(own);
    ByteBuffer source = BpfSystemCall.buffer(10_000);
    source.putLong(16, 0x1122334455667788L).put(9_000, (byte) 'e').put(9_001, (byte) 'n');
    for (int i = 24; i < 9_000; i++) {
      source.put(i, (byte) 'x');
    }
    long address = BpfSystemCall.addressOf(source);
    assertThat(memory.i64(address + 16)).isEqualTo(0x1122334455667788L);
    assertThat(memory.i32(address + 16)).isEqualTo(0x55667788);
    assertThat(memory.u16(address + 16)).isEqualTo(0x7788);
    assertThat(memory.u8(address + 16)).isEqualTo(0x88);
    assertThat(memory.string(address + 24, 100)).isEqualTo("x".repeat(100));
    assertThat(memory.string(address + 9_000, 100)).isEqualTo("en");
    assertThat(memory.read(address, 9_500).get(9_001)).isEqualTo((byte) 'n');
    assertThat(source.get(16)).isEqualTo((byte) 0x88); // keeps the buffer alive until here
  }

  @Test
  void unreadableMemory_isAnError() {
    ProcessMemory memory = new ProcessMemory((int) ProcessHandle.current().pid());
    assertThatThrownBy(() -> memory.i64(8))
        .isInstanceOf(SystemCallException.class)
        .hasMessageContaining("read at 0x8")
        .hasMessageEndingWith("EFAULT");
    assertThatThrownBy(() -> new ProcessMemory(1 << 30).i64(8))
        .isInstanceOfSatisfying(SystemCallException.class, e -> assertThat(e.isGone()).isTrue());
  }

  @Test
  void process_isReplaced() throws IOException, InterruptedException {
    Process java =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java",
                "-cp",
                System.getProperty("java.class.path"),
                Replaced.class.getName())
            .redirectErrorStream(true)
            .start();
    String output = new String(java.getInputStream().readAllBytes());
    assertThat(output).isEqualTo("pid " + java.pid() + "\nAFTER=yes\n");
    assertThat(java.waitFor()).isZero();
  }

  /** Prints its id, then becomes {@code env}. */
  static final class Replaced {
    private Replaced() {}

    public static void main(String[] arguments) throws IOException {
      System.out.println("pid " + ProcessHandle.current().pid());
      throw ProcessReplacement.execute(List.of("/usr/bin/env"), Map.of("AFTER", "yes"));
    }
  }

  @Test
  void replacementThatFails_saysWhy() {
    assertThat(ProcessReplacement.execute(List.of("/no/such/program"), Map.of()))
        .hasMessage("execve /no/such/program: ENOENT");
  }
}
