package dev.plumbline.kernel.unwind;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.kernel.RequiresBpf;
import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.unwind.SamplerOptions.Switch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs on the running kernel, against a program whose chain is known. */
@RequiresBpf
class StackSamplerTest {
  private static final int HERTZ = 1000;
  private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long DEADLINE_NANOS = TimeUnit.SECONDS.toNanos(120);

  private static final String TRUNK = "_start;chain;framed;realigned";
  private static final Set<String> CHAINS =
      Set.of(TRUNK + ";slot", TRUNK + ";bare", TRUNK + ";victim;restorer;handler;kept;spin");

  private static Path program;

  @BeforeAll
  static void assemble(@TempDir Path directory) throws IOException, InterruptedException {
    program = GoldenProgram.assemble(directory);
  }

  /** One sample, kept. */
  record Sampled(
      EndReason end, String chain, String comm, long startNanos, int stackBytes, long value) {}

  static List<Sampled> collect(StackSampler sampler, GoldenProgram golden, int count)
      throws IOException {
    List<Sampled> found = new ArrayList<>();
    SampleRecord record = new SampleRecord();
    long start = System.nanoTime();
    while (found.size() < count && System.nanoTime() - start < DEADLINE_NANOS) {
      sampler.samples().await(20);
      sampler
          .samples()
          .drain(
              (buffer, offset, length) -> {
                assertThat(record.wrap(buffer, offset, length)).isTrue();
                if (record.tgid() == golden.pid()) {
                  found.add(keep(golden, record));
                }
              });
    }
    assertThat(golden.isAlive()).isTrue();
    assertThat(found).hasSizeGreaterThanOrEqualTo(count);
    return found;
  }

  private static Sampled keep(GoldenProgram golden, SampleRecord record) {
    try {
      return new Sampled(
          record.endReason(),
          golden.chain(record),
          record.comm(),
          record.startNanos(),
          record.hasStack() ? record.stackBytes() : -1,
          record.value());
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static StackSampler only(GoldenProgram golden) throws IOException {
    StackSampler sampler =
        StackSampler.load(SamplerOptions.builder().with(Switch.SELECTED_PROCESSES).build());
    sampler.selectProcess(golden.pid());
    return sampler;
  }

  static boolean isExpected(Sampled sample) {
    return sample.end() == EndReason.ROOT
        && CHAINS.stream()
            .anyMatch(
                chain -> chain.equals(sample.chain()) || chain.startsWith(sample.chain() + ";"));
  }

  @Test
  void goldenChain_isExactThroughEveryKindOfRow() throws IOException {
    try (GoldenProgram golden = GoldenProgram.start(program);
        StackSampler sampler = only(golden)) {
      UnwindTable rows = golden.table();
      int table = sampler.tables().add(rows);
      sampler
          .processes()
          .put(golden.pid(), golden.startTicks(), List.of(golden.mapping(table, rows)));
      sampler.startCpuClock(Hertz.upTo(HERTZ));
      List<Sampled> samples = collect(sampler, golden, 1000);

      Map<String, Integer> chains = new HashMap<>();
      samples.forEach(sample -> chains.merge(sample.chain(), 1, Integer::sum));
      assertThat(chains.keySet()).containsAll(CHAINS);
      long exact = samples.stream().filter(StackSamplerTest::isExpected).count();
      // A few instructions of the program itself have no exact rule, see golden.S.
      assertThat(exact).as(chains.toString()).isGreaterThanOrEqualTo(samples.size() * 995L / 1000);
      assertThat(samples).allMatch(sample -> sample.comm().equals("golden"));
      assertThat(samples.get(0).startNanos() / 10_000_000).isEqualTo(golden.startTicks());
      assertThat(sampler.count(Counter.LOST)).isZero();
    }
  }

  @Test
  void thinnedClock_saysWhatASampleStandsFor() throws IOException {
    try (GoldenProgram golden = GoldenProgram.start(program);
        StackSampler sampler = only(golden)) {
      int hertz = Hertz.upTo(HERTZ);
      sampler.startCpuClock(hertz);
      long period = SECOND_NANOS / hertz;
      assertThat(collect(sampler, golden, 20)).allMatch(sample -> sample.value() == period);
      sampler.stop();
      sampler.samples().drain((buffer, offset, length) -> {});
      sampler.thin(4);
      long thinned = 4 * SECOND_NANOS / hertz;
      assertThat(collect(sampler, golden, 20)).allMatch(sample -> sample.value() == thinned);
    }
  }

  @Test
  void unknownProcess_carriesItsStack() throws IOException {
    try (GoldenProgram golden = GoldenProgram.start(program);
        StackSampler sampler = only(golden)) {
      sampler.startCpuClock(Hertz.upTo(HERTZ));
      List<Sampled> samples = collect(sampler, golden, 50);
      assertThat(samples).allMatch(sample -> sample.end() == EndReason.NO_PROCESS);
      assertThat(samples).anyMatch(sample -> sample.stackBytes() > 100);
      assertThat(sampler.count(Counter.STACKS)).isPositive();
    }
  }

  @Test
  void reusedId_isNotWalkedWithTheOldMappings() throws IOException {
    try (GoldenProgram golden = GoldenProgram.start(program);
        StackSampler sampler = only(golden)) {
      UnwindTable rows = golden.table();
      int table = sampler.tables().add(rows);
      sampler
          .processes()
          .put(golden.pid(), golden.startTicks() - 1, List.of(golden.mapping(table, rows)));
      sampler.startCpuClock(Hertz.upTo(HERTZ));
      assertThat(collect(sampler, golden, 20))
          .allMatch(sample -> sample.end() == EndReason.NO_PROCESS);
    }
  }

  @Test
  void marks_giveTheirReasons() throws IOException {
    Map<Integer, EndReason> expected =
        Map.of(
            CodeMapping.PENDING, EndReason.NO_TABLE,
            CodeMapping.RETURN_PROBE, EndReason.RETURN_PROBE,
            CodeMapping.HOTSPOT, EndReason.HOTSPOT);
    try (GoldenProgram golden = GoldenProgram.start(program);
        StackSampler sampler = only(golden)) {
      for (Map.Entry<Integer, EndReason> mark : expected.entrySet()) {
        sampler.processes().put(golden.pid(), 0, List.of(golden.marked(mark.getKey())));
        sampler.startCpuClock(Hertz.upTo(HERTZ));
        assertThat(collect(sampler, golden, 20))
            .allMatch(sample -> sample.end() == mark.getValue());
        sampler.stop();
        sampler.samples().drain((buffer, offset, length) -> {});
      }
    }
  }

  @Test
  void newMappings_endWhatTheOldOnesSaid() throws IOException {
    try (GoldenProgram golden = GoldenProgram.start(program);
        StackSampler sampler = only(golden)) {
      UnwindTable rows = golden.table();
      CodeMapping known = golden.mapping(sampler.tables().add(rows), rows);
      for (int round = 0; round < 2; round++) {
        sampler.processes().put(golden.pid(), 0, List.of(known));
        sampler.startCpuClock(Hertz.upTo(HERTZ));
        assertThat(collect(sampler, golden, 100)).anyMatch(StackSamplerTest::isExpected);
        sampler.stop();
        sampler.samples().drain((buffer, offset, length) -> {});
        sampler.processes().put(golden.pid(), 0, List.of(golden.marked(CodeMapping.RETURN_PROBE)));
        sampler.startCpuClock(Hertz.upTo(HERTZ));
        assertThat(collect(sampler, golden, 100))
            .allMatch(sample -> sample.end() == EndReason.RETURN_PROBE);
        sampler.stop();
        sampler.samples().drain((buffer, offset, length) -> {});
      }
    }
  }

  @Test
  void manyMappings_areFoundInTheirParts() throws IOException {
    try (GoldenProgram golden = GoldenProgram.start(program);
        StackSampler sampler = only(golden)) {
      UnwindTable rows = golden.table();
      int table = sampler.tables().add(rows);
      List<CodeMapping> mappings = new ArrayList<>();
      CodeMapping code = golden.mapping(table, rows);
      for (int i = 1; i <= 300; i++) { // the program's own code becomes number 200 of 301
        long start = code.start() + (i - 201) * 0x1000L + (i > 200 ? code.end() - code.start() : 0);
        mappings.add(CodeMapping.marked(start, start + 16, CodeMapping.GUESS));
      }
      mappings.add(code);
      assertThat(sampler.processes().put(golden.pid(), 0, mappings)).isZero();
      sampler.startCpuClock(Hertz.upTo(HERTZ));
      List<Sampled> samples = collect(sampler, golden, 200);
      assertThat(samples.stream().filter(StackSamplerTest::isExpected).count())
          .isGreaterThanOrEqualTo(samples.size() * 99L / 100);
      assertThat(sampler.processes().remove(golden.pid())).isTrue();
      assertThat(sampler.processes().contains(golden.pid())).isFalse();
    }
  }

  @Test
  void tooManyMappings_areCounted() throws IOException {
    try (StackSampler sampler = StackSampler.load(SamplerOptions.builder().build())) {
      List<CodeMapping> mappings = new ArrayList<>();
      for (int i = 0; i < ProcessTable.MAX_MAPPINGS + 5; i++) {
        mappings.add(CodeMapping.marked(4096L * i, 4096L * i + 100, CodeMapping.GUESS));
      }
      assertThat(sampler.processes().put(1 << 30, 0, mappings)).isEqualTo(5);
    }
  }

  @Test
  void filteredProcess_isCountedAndNotSampled() throws IOException {
    try (GoldenProgram golden = GoldenProgram.start(program);
        StackSampler sampler =
            StackSampler.load(SamplerOptions.builder().excludedTgid(golden.pid()).build())) {
      sampler.startCpuClock(Hertz.upTo(HERTZ));
      long start = System.nanoTime();
      while (sampler.count(Counter.FILTERED) < 20 && System.nanoTime() - start < DEADLINE_NANOS) {
        sampler.samples().await(20);
      }
      assertThat(sampler.count(Counter.FILTERED)).isGreaterThanOrEqualTo(20);
      SampleRecord record = new SampleRecord();
      sampler
          .samples()
          .drain(
              (buffer, offset, length) -> {
                assertThat(record.wrap(buffer, offset, length)).isTrue();
                assertThat(record.tgid()).isNotEqualTo(golden.pid());
              });
    }
  }

  @Test
  void threadsOfAnotherName_areLeftOutByTheKernel() throws IOException {
    try (GoldenProgram golden = GoldenProgram.start(program)) {
      try (StackSampler sampler =
          StackSampler.load(SamplerOptions.builder().selectedComm("golden").build())) {
        sampler.startCpuClock(Hertz.upTo(HERTZ));
        assertThat(collect(sampler, golden, 20)).allMatch(sample -> sample.comm().equals("golden"));
        assertThat(sampler.count(Counter.SAMPLES)).isPositive();
      }
      requireNoSampleOf(golden, SamplerOptions.builder().selectedComm("golde").build());
    }
  }

  @Test
  void otherThreads_areLeftOutByTheKernel() throws IOException {
    try (GoldenProgram golden = GoldenProgram.start(program)) {
      try (StackSampler sampler =
          StackSampler.load(SamplerOptions.builder().selectedTid(golden.pid()).build())) {
        sampler.startCpuClock(Hertz.upTo(HERTZ));
        collect(sampler, golden, 20);
      }
      requireNoSampleOf(golden, SamplerOptions.builder().selectedTid(golden.pid() + 1).build());
    }
  }

  @Test
  void processesOfOthers_areLeftOutByTheKernel() throws IOException {
    int uid = (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    int gid = (int) Files.getAttribute(Path.of("/proc/self"), "unix:gid");
    try (GoldenProgram golden = GoldenProgram.start(program)) {
      try (StackSampler sampler =
          StackSampler.load(SamplerOptions.builder().selectedUid(uid).selectedGid(gid).build())) {
        sampler.startCpuClock(Hertz.upTo(HERTZ));
        collect(sampler, golden, 20);
      }
      requireNoSampleOf(golden, SamplerOptions.builder().selectedUid(uid + 12_345).build());
      requireNoSampleOf(golden, SamplerOptions.builder().selectedGid(gid + 12_345).build());
    }
  }

  private static void requireNoSampleOf(GoldenProgram golden, SamplerOptions options)
      throws IOException {
    try (StackSampler sampler = StackSampler.load(options)) {
      sampler.startCpuClock(Hertz.upTo(HERTZ));
      long start = System.nanoTime();
      while (sampler.count(Counter.FILTERED) < 100 && System.nanoTime() - start < DEADLINE_NANOS) {
        sampler.samples().await(20);
      }
      assertThat(sampler.count(Counter.FILTERED)).isGreaterThanOrEqualTo(100);
      SampleRecord record = new SampleRecord();
      sampler
          .samples()
          .drain(
              (buffer, offset, length) -> {
                assertThat(record.wrap(buffer, offset, length)).isTrue();
                assertThat(record.tgid()).isNotEqualTo(golden.pid());
              });
    }
  }

  @Test
  void tables_areNumberedAndReused() throws IOException {
    UnwindTable rows = GoldenProgram.table(ElfFile.open(program));
    try (StackSampler sampler = StackSampler.load(SamplerOptions.builder().build())) {
      assertThat(sampler.tables().add(rows)).isEqualTo(1);
      assertThat(sampler.tables().add(rows)).isEqualTo(2);
      assertThat(sampler.tables().bytes()).isEqualTo(4L * UnwindTable.CHUNK_BYTES);
      sampler.tables().remove(1);
      assertThat(sampler.tables().add(rows)).isEqualTo(1);
      assertThat(sampler.tables().count()).isEqualTo(2);
    }
  }

  @Test
  void processes_areFollowed() throws IOException, InterruptedException {
    try (StackSampler sampler = StackSampler.load(SamplerOptions.builder().build())) {
      sampler
          .processes()
          .put(
              (int) ProcessHandle.current().pid(),
              0,
              List.of(CodeMapping.marked(4096, 8192, CodeMapping.GUESS)));
      sampler.followProcesses();
      GoldenProgram golden = GoldenProgram.start(program);
      long pid = golden.pid();
      long ticks = golden.startTicks();
      golden.close();
      List<String> seen = new ArrayList<>();
      LifecycleRecord record = new LifecycleRecord();
      long start = System.nanoTime();
      while (!seen.contains("EXIT golden") && System.nanoTime() - start < DEADLINE_NANOS) {
        sampler.lifecycle().await(20);
        sampler
            .lifecycle()
            .drain(
                (buffer, offset, length) -> {
                  assertThat(record.wrap(buffer, offset, length)).isTrue();
                  if (record.tgid() == pid) {
                    seen.add(record.kind() + " " + record.comm());
                    assertThat(record.startNanos() / 10_000_000).isEqualTo(ticks);
                  }
                });
      }
      assertThat(seen).endsWith("EXEC golden", "EXIT golden");
      assertThat(sampler.processes().contains((int) pid)).isFalse();
    }
  }

  @Test
  void forkedChild_isWalkedFromItsFirstSample() throws IOException, InterruptedException {
    Path forking = program.resolveSibling("forking");
    GoldenProgram.run(
        "gcc",
        "-nostdlib",
        "-static",
        "-DFORK",
        "-o",
        forking.toString(),
        "src/test/native/golden.S");
    try (GoldenProgram golden = GoldenProgram.start(forking);
        StackSampler sampler = StackSampler.load(SamplerOptions.builder().build())) {
      UnwindTable rows = golden.table();
      int table = sampler.tables().add(rows);
      sampler
          .processes()
          .put(golden.pid(), golden.startTicks(), List.of(golden.mapping(table, rows)));
      sampler.followProcesses();
      sampler.startCpuClock(Hertz.upTo(HERTZ));
      SampleRecord record = new SampleRecord();
      List<String> broken = new ArrayList<>();
      Set<Integer> children = new HashSet<>();
      Set<Integer> forked = new HashSet<>(); // not the child that ran before we looked
      LifecycleRecord life = new LifecycleRecord();
      long start = System.nanoTime();
      while (children.size() < 20 && System.nanoTime() - start < DEADLINE_NANOS) {
        sampler.samples().await(20);
        sampler
            .lifecycle()
            .drain(
                (buffer, offset, length) -> {
                  assertThat(life.wrap(buffer, offset, length)).isTrue();
                  if (life.parentTgid() == golden.pid()) {
                    assertThat(life.isCopied()).isTrue();
                    forked.add(life.tgid());
                  }
                });
        sampler
            .samples()
            .drain(
                (buffer, offset, length) -> {
                  assertThat(record.wrap(buffer, offset, length)).isTrue();
                  if (forked.contains(record.tgid())) {
                    children.add(record.tgid());
                    Sampled sample = keep(golden, record);
                    if (sample.end() != EndReason.ROOT) {
                      broken.add(sample.toString());
                    }
                  }
                });
      }
      assertThat(children).hasSizeGreaterThanOrEqualTo(20);
      assertThat(broken).isEmpty();
      assertThat(sampler.count(Counter.FORK_COPIES)).isGreaterThanOrEqualTo(20);
    }
  }
}
