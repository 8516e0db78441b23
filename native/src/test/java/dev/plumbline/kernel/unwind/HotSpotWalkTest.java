package dev.plumbline.kernel.unwind;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.kernel.RequiresBpf;
import dev.plumbline.kernel.SystemCallException;
import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.unwind.HotSpotLayout.CodeHeap;
import dev.plumbline.kernel.unwind.SamplerOptions.Switch;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Java frames of a running JVM, walked by the program and named here. All native code is marked as
 * pending, so a walk that gets through all Java frames ends in libjvm, which called the first.
 */
@RequiresBpf
class HotSpotWalkTest {
  private static final int SAMPLES = 300;
  private static final long DEADLINE_NANOS = TimeUnit.SECONDS.toNanos(120);
  private static final List<String> ORDER =
      List.of("main", "first", "second", "third", "fill", "fibonacci", "put");

  private record Range(long start, long end, String path) {}

  private static List<Range> executable(long pid) throws IOException {
    List<Range> ranges = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/maps"))) {
      String[] parts = line.split("\\s+", 6);
      if (parts[1].charAt(2) == 'x') {
        String[] ends = parts[0].split("-", 2);
        ranges.add(
            new Range(
                Long.parseUnsignedLong(ends[0], 16),
                Long.parseUnsignedLong(ends[1], 16),
                parts.length > 5 ? parts[5] : ""));
      }
    }
    return ranges;
  }

  private static long libjvmBias(long pid) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/maps"))) {
      if (line.endsWith("/libjvm.so")) {
        return Long.parseUnsignedLong(line.substring(0, line.indexOf('-')), 16);
      }
    }
    throw new IOException("no libjvm.so");
  }

  private static List<String> homes() {
    List<String> homes = new ArrayList<>(List.of(System.getProperty("java.home")));
    Path temurin25 = Path.of("/usr/lib/jvm/temurin-25-jdk-amd64");
    if (Files.isDirectory(temurin25)) {
      homes.add(temurin25.toString());
    } else {
      System.out.println("SKIPPED JVM 25: no " + temurin25);
    }
    return homes;
  }

  static Stream<List<String>> javaCommands() {
    List<List<String>> commands = new ArrayList<>();
    for (String home : homes()) {
      for (String mode : List.of("-Xint", "-XX:TieredStopAtLevel=1", "-XX:+TieredCompilation")) {
        commands.add(
            List.of(
                home + "/bin/java",
                mode,
                "-XX:+UseSerialGC",
                "-cp",
                "target/test-classes",
                GoldenJava.class.getName()));
      }
    }
    return commands.stream();
  }

  static Stream<List<String>> loadCommands() {
    return homes().stream()
        .map(
            home ->
                List.of(
                    home + "/bin/java",
                    "-XX:+UseG1GC",
                    "-cp",
                    "target/test-classes",
                    CompilerLoad.class.getName()));
  }

  @ParameterizedTest
  @MethodSource("javaCommands")
  void javaFrames_areWalkedAndInOrder(List<String> command) throws IOException {
    Result result = walk(command);
    assertThat(result.complete)
        .as(result.toString())
        .isGreaterThanOrEqualTo(result.total * 99 / 100);
    assertThat(result.inOrder)
        .as(result.toString())
        .isGreaterThanOrEqualTo(result.complete * 99 / 100);
  }

  @ParameterizedTest
  @MethodSource("loadCommands")
  void javaFrames_ofACompilerLoad_areWalked(List<String> command) throws IOException {
    Result result = walk(command);
    assertThat(result.complete)
        .as(result.toString())
        .isGreaterThanOrEqualTo(result.total * 98 / 100);
  }

  /**
   * Once with the mappings that the kernel copied, once with those of a process that was read and
   * is not known to be a JVM. The code lies behind more mappings than one part of the table holds.
   * What called main is not asked for, nor all of the interpreter: their names are in libjvm, which
   * a child has not read, so that only what was known before the fork is known in it.
   */
  @Test
  void forkedChild_keepsTheNumberOfItsJvm(@TempDir Path directory)
      throws IOException, InterruptedException {
    Path library = directory.resolve("libfork_child.so");
    GoldenProgram.run(
        "gcc", "-shared", "-fPIC", "-o", library.toString(), "src/test/native/fork_child.c");
    Process java =
        new ProcessBuilder(
                homes().get(0) + "/bin/java",
                "-Xint",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                ForkingJava.class.getName(),
                library.toString())
            .redirectError(Path.of("target", "forking-java.log").toFile())
            .start();
    try (BufferedReader output = java.inputReader(StandardCharsets.UTF_8);
        StackSampler sampler = StackSampler.load(SamplerOptions.builder().build())) {
      assertThat(output.readLine()).isEqualTo("ready");
      JvmStructs structs = attach((int) java.pid());
      List<CodeMapping> mappings = mappings((int) java.pid(), structs);
      for (int i = 0; i <= ProcessTable.MAPPINGS_PER_PART; i++) {
        long low = 0x10000 + i * 0x1000L;
        mappings.add(CodeMapping.marked(low, low + 0x1000, CodeMapping.PENDING));
      }
      sampler.processes().putJvm((int) java.pid(), structs.layout());
      sampler.processes().put((int) java.pid(), 0, mappings);
      sampler.followProcesses();
      sampler.startCpuClock(Hertz.upTo(499));
      Family family = new Family(sampler, (int) java.pid(), mappings, structs);
      long start = System.nanoTime();
      while (family.own.total < Family.SAMPLES && System.nanoTime() - start < DEADLINE_NANOS) {
        family.poll();
      }
      java.getOutputStream().write('\n');
      java.getOutputStream().flush();
      while (!family.isSeen() && System.nanoTime() - start < DEADLINE_NANOS) {
        family.poll();
      }
      System.out.println("parent: " + family.own);
      System.out.println("forked: " + family.copied + "\nput: " + family.put);
      for (Result result : List.of(family.own, family.copied, family.put)) {
        assertThat(result.total).isGreaterThanOrEqualTo(Family.SAMPLES);
        assertThat(result.toMain)
            .as(result.toString())
            .isGreaterThanOrEqualTo(result.total * 3 / 4);
      }
    } finally {
      java.destroyForcibly().onExit().join(); // and with it its child
    }
  }

  private static Result walk(List<String> command) throws IOException {
    Process java =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(Path.of("target", "golden-java.log").toFile())
            .start();
    try (StackSampler sampler =
        StackSampler.load(SamplerOptions.builder().with(Switch.SELECTED_PROCESSES).build())) {
      JvmStructs structs = attach((int) java.pid());
      prepare(sampler, (int) java.pid(), structs);
      sampler.selectProcess((int) java.pid());
      sampler.startCpuClock(Hertz.upTo(499));
      Result result = new Result(structs, executable(java.pid()));
      long start = System.nanoTime();
      while (result.total < SAMPLES && System.nanoTime() - start < DEADLINE_NANOS) {
        sampler.samples().await(20);
        sampler.samples().drain(result::add);
      }
      System.out.println(command.get(0) + " " + command.get(1) + ": " + result);
      assertThat(result.total).isGreaterThanOrEqualTo(SAMPLES);
      return result;
    } finally {
      java.destroyForcibly().onExit().join();
    }
  }

  /** The JVM needs a moment until its tables are filled. */
  private static JvmStructs attach(int pid) throws IOException {
    long start = System.nanoTime();
    while (true) {
      try {
        long bias = libjvmBias(pid);
        String path =
            executable(pid).stream()
                .map(Range::path)
                .filter(name -> name.endsWith("/libjvm.so"))
                .findFirst()
                .orElseThrow(() -> new IOException("no libjvm.so"));
        JvmStructs structs = new JvmStructs(pid, ElfFile.open(Path.of(path)), bias);
        assertThat(structs.layout().heaps()).isNotEmpty();
        return structs;
      } catch (SystemCallException | IllegalArgumentException | NullPointerException e) {
        if (System.nanoTime() - start > DEADLINE_NANOS) {
          throw e;
        }
        Thread.onSpinWait();
      } catch (IOException e) {
        if (System.nanoTime() - start > DEADLINE_NANOS) {
          throw e;
        }
        Thread.onSpinWait();
      }
    }
  }

  private static void prepare(StackSampler sampler, int pid, JvmStructs structs)
      throws IOException {
    sampler.processes().putJvm(pid, structs.layout());
    sampler.processes().put(pid, 0, mappings(pid, structs));
  }

  private static List<CodeMapping> mappings(int pid, JvmStructs structs) throws IOException {
    List<CodeMapping> mappings = new ArrayList<>();
    for (CodeHeap heap : structs.layout().heaps()) {
      mappings.add(CodeMapping.marked(heap.low(), heap.high(), CodeMapping.HOTSPOT));
    }
    for (Range range : executable(pid)) {
      if (!structs.isCode(range.start())) {
        mappings.add(CodeMapping.marked(range.start(), range.end(), CodeMapping.PENDING));
      }
    }
    return mappings;
  }

  /**
   * Samples of a JVM and its children: at first as the kernel copied them, then as they were put.
   */
  private static final class Family {
    static final int SAMPLES = 50;

    private final StackSampler sampler;
    private final int parent;
    private final List<CodeMapping> mappings;
    private final Result own;
    private final Result copied;
    private final Result put;
    private final LifecycleRecord life = new LifecycleRecord();
    private final SampleRecord record = new SampleRecord();
    private int child;
    private int before;
    private boolean isPut;

    Family(StackSampler sampler, int parent, List<CodeMapping> mappings, JvmStructs structs)
        throws IOException {
      this.sampler = sampler;
      this.parent = parent;
      this.mappings = mappings;
      this.own = new Result(structs, executable(parent));
      this.copied = new Result(structs, executable(parent));
      this.put = new Result(structs, executable(parent));
    }

    boolean isSeen() {
      return copied.total >= SAMPLES && put.total >= SAMPLES;
    }

    void poll() throws IOException {
      sampler.samples().await(20);
      sampler
          .lifecycle()
          .drain(
              (buffer, offset, length) -> {
                assertThat(life.wrap(buffer, offset, length)).isTrue();
                if (life.parentTgid() == parent) {
                  assertThat(life.isCopied()).isTrue();
                  child = life.tgid();
                  before = copied.total;
                  isPut = false;
                }
              });
      sampler
          .samples()
          .drain(
              (buffer, offset, length) -> {
                assertThat(record.wrap(buffer, offset, length)).isTrue();
                if (record.tgid() == parent) {
                  own.add(buffer, offset, length);
                } else if (record.tgid() == child) {
                  (isPut ? put : copied).add(buffer, offset, length);
                }
              });
      if (child != 0 && !isPut && copied.total - before >= SAMPLES) {
        sampler.processes().put(child, 0, mappings);
        sampler.samples().drain((buffer, offset, length) -> {}); // of the time before
        isPut = true;
      }
    }
  }

  /** Counts samples whose innermost frame is Java code. */
  private static final class Result {
    private final JvmStructs structs;
    private final List<Range> ranges;
    private final SampleRecord record = new SampleRecord();
    private final Map<String, Integer> broken = new HashMap<>();
    private int total;
    private int complete;
    private int inOrder;
    private int toMain;
    private String example = "";

    Result(JvmStructs structs, List<Range> ranges) {
      this.structs = structs;
      this.ranges = ranges;
    }

    void add(java.nio.ByteBuffer buffer, int offset, int length) {
      assertThat(record.wrap(buffer, offset, length)).isTrue();
      if (record.userWords() == 0) {
        return;
      }
      long first = record.userWord(0);
      if (!SampleRecord.isInterpreted(first) && !structs.isCode(SampleRecord.address(first))) {
        return;
      }
      total++;
      long last = record.userWord(record.userWords() - 1);
      boolean isInLibjvm =
          ranges.stream()
              .anyMatch(
                  range ->
                      range.path().endsWith("/libjvm.so")
                          && SampleRecord.address(last) >= range.start()
                          && SampleRecord.address(last) < range.end());
      String chain = chain();
      boolean isOrdered = isOrdered(chain);
      toMain += isOrdered ? 1 : 0;
      if (record.endReason() == EndReason.NO_TABLE && isInLibjvm) {
        complete++;
        example = chain;
        if (isOrdered) {
          inOrder++;
          return;
        }
      }
      broken.merge(record.endReason() + " " + chain, 1, Integer::sum);
    }

    private String chain() {
      StringBuilder chain = new StringBuilder();
      for (int i = record.userWords() - 1; i >= 0; i--) {
        long word = record.userWord(i);
        String name;
        try {
          name =
              SampleRecord.isInterpreted(word)
                  ? structs.methodName(SampleRecord.method(word)) + "[i]"
                  : structs.blobName(
                      SampleRecord.address(word) - (SampleRecord.isExact(word) ? 0 : 1));
        } catch (IOException e) {
          name = "unreadable";
        }
        chain.append(name).append(';');
      }
      return chain.toString();
    }

    /** Known methods appear from the outermost inwards; inlined ones may be missing. */
    private static boolean isOrdered(String chain) {
      int at = 0;
      boolean hasMain = false;
      for (String frame : chain.split(";", -1)) {
        int known = ORDER.indexOf(frame.replace("[i]", ""));
        if (known >= 0) {
          if (known < at) {
            return false;
          }
          at = known;
          hasMain |= known == 0;
        }
      }
      return hasMain;
    }

    @Override
    public String toString() {
      return total
          + " samples, "
          + complete
          + " complete, "
          + inOrder
          + " in order; e.g. "
          + example
          + " broken: "
          + broken.entrySet().stream()
              .sorted((a, b) -> b.getValue() - a.getValue())
              .limit(6)
              .toList();
    }
  }
}
