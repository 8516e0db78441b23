package dev.plumbline.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.kernel.unwind.CodeMapping;
import dev.plumbline.kernel.unwind.SamplerOptions;
import dev.plumbline.kernel.unwind.StackSampler;
import dev.plumbline.kernel.unwind.UnwindRow;
import dev.plumbline.kernel.unwind.UnwindTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Descriptors, memory mappings, maps and programs before and after. */
@RequiresBpf
class LeakTest {
  private static final int ROUNDS = 5;

  private record Held(long descriptors, long rings, int maps, int programs) {
    boolean isWithin(Held limit) {
      return descriptors <= limit.descriptors
          && rings <= limit.rings
          && maps <= limit.maps
          && programs <= limit.programs;
    }
  }

  private static long descriptors() throws IOException {
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      return open.map(LeakTest::target).filter(name -> name.startsWith("anon_inode:")).count();
    }
  }

  private static String target(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException ignored) { // the listing's own descriptor
      return "";
    }
  }

  private static long rings() throws IOException {
    try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
      return maps.filter(line -> line.contains("bpf")).count();
    }
  }

  /** Counts what the kernel lists, objects of other programs included. */
  private static int count(int command) {
    BpfSystemCall call = new BpfSystemCall();
    int count = 0;
    while (call.call(command, 8) >= 0) {
      count++;
      call.putInt(0, call.getInt(4));
    }
    return count;
  }

  private static Held held() throws IOException {
    return new Held(
        descriptors(),
        rings(),
        count(BpfSystemCall.MAP_NEXT_ID),
        count(BpfSystemCall.PROGRAM_NEXT_ID));
  }

  /** Some work with the kernel. */
  private interface Work {
    void run() throws IOException;
  }

  /** What leaks does so in every round; what another program loads meanwhile does not. */
  private static void assertLeavesNothing(Work work) throws IOException {
    Held before = held();
    Held after = before;
    for (int round = 0; round < ROUNDS; round++) {
      before = held();
      for (int i = 0; i < 3; i++) {
        work.run();
      }
      after = settled(before);
      if (after.isWithin(before)) {
        return;
      }
    }
    assertThat(after.isWithin(before)).as("before: %s, after: %s", before, after).isTrue();
  }

  /** The kernel frees maps after a grace period, those of an earlier test too. */
  private static Held settled(Held before) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    Held now = held();
    while (!now.isWithin(before) && System.nanoTime() < deadline) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
      now = held();
    }
    return now;
  }

  private static void use() throws IOException {
    try (StackSampler sampler = StackSampler.load(SamplerOptions.builder().build())) {
      UnwindTable table = UnwindTable.of(new long[] {UnwindRow.row(0, UnwindRow.root())}, 4096);
      int number = sampler.tables().add(table);
      sampler
          .processes()
          .put(1 << 30, 0, List.of(CodeMapping.withTable(4096, 8192, 0, number, table.index())));
      sampler.followProcesses();
      sampler.startCpuClock(99);
      sampler.samples().drain((buffer, offset, length) -> {});
      assertThat(held().programs()).isPositive();
    }
  }

  @Test
  void everything_isClosed() throws IOException {
    use(); // loads classes and JNA's own descriptors
    assertLeavesNothing(LeakTest::use);
  }

  @Test
  void failedLoads_leaveNothing() throws IOException {
    assertLeavesNothing(LeakTest::fail);
  }

  private static void fail() throws IOException {
    try {
      TestObjects.loader("refused").load().close();
    } catch (VerifierException expected) {
      assertThat(expected.program()).isEqualTo("reads_anywhere");
    }
    KernelProbe.probe(
        List.of(
            new Requirement.Map(MapType.HASH),
            new Requirement.CpuClock(),
            new Requirement.Helper(ProgramKind.PERF_EVENT, HelperFunction.GET_STACK)));
  }
}
