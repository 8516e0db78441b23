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
  private static final int SAMPLES = 3000;
  private static final int HERTZ = 4999;

  /** So few of a thousand samples may be broken, or out of order: none is known. */
  private static final int MOST_BROKEN = 1;

  private static final long DEADLINE_NANOS = TimeUnit.SECONDS.toNanos(120);
  private static final List<String> CHAIN = List.of("main", "first", "second", "third");
  private static final List<String> CALLED_LAST = List.of("fill", "fibonacci");

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
                "-XX:-Inline", // each method has a frame, so a chain is right or wrong
                "-XX:+UseSerialGC",
                "-cp",
                "target/test-classes",
                GoldenJava.class.getName()));
      }
    }
    return commands.stream();
  }

  static Stream<List<String>> loadCommands() {
    List<List<String>> commands = new ArrayList<>();
    for (String home : homes()) {
      for (List<String> flags :
          List.of(
              List.of("-XX:+UseG1GC"), // barriers call libjvm, with more or less on the stack
              List.of("-XX:TieredStopAtLevel=1", "-XX:+UseZGC"))) {
        List<String> command = new ArrayList<>(List.of(home + "/bin/java"));
        command.addAll(flags);
        command.addAll(List.of("-cp", "target/test-classes", CompilerLoad.class.getName()));
        commands.add(command);
      }
    }
    return commands.stream();
  }

  private static void assertFewBroken(Result result, int whole) {
    int most = result.total * MOST_BROKEN / 1000;
    assertThat(result.total - whole).as(result.toString()).isLessThanOrEqualTo(most);
  }

  @ParameterizedTest
  @MethodSource("javaCommands")
  void javaFrames_areWalkedAndInOrder(List<String> command) throws IOException {
    Result result = walk(command, Order.CHAIN);
    assertFewBroken(result, result.inOrder);
  }

  @ParameterizedTest
  @MethodSource("loadCommands")
  void javaFrames_ofACompilerLoad_areWalked(List<String> command) throws IOException {
    Result result = walk(command, Order.ANY);
    assertFewBroken(result, result.complete);
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

  private static Result walk(List<String> command, Order order) throws IOException {
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
      sampler.startCpuClock(Hertz.upTo(HERTZ));
      Result result = new Result(structs, executable(java.pid()), order);
      long start = System.nanoTime();
      while (result.total < SAMPLES && System.nanoTime() - start < DEADLINE_NANOS) {
        sampler.samples().await(20);
        sampler.samples().drain(result::add);
      }
      System.out.println(String.join(" ", command) + ": " + result);
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
      this.own = new Result(structs, executable(parent), Order.MAIN);
      this.copied = new Result(structs, executable(parent), Order.MAIN);
      this.put = new Result(structs, executable(parent), Order.MAIN);
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

  /** What is known of the chains of a program. */
  private enum Order {
    /** Methods from main on, each with a frame. */
    CHAIN,
    /** There is an interpreted main. */
    MAIN,
    ANY
  }

  /** Counts samples whose innermost frame is Java code. */
  private static final class Result {
    private final JvmStructs structs;
    private final List<Range> ranges;
    private final Order order;
    private final SampleRecord record = new SampleRecord();
    private final Map<String, Integer> broken = new HashMap<>();
    private int total;
    private int complete;
    private int inOrder;
    private int toMain;
    private String example = "";

    Result(JvmStructs structs, List<Range> ranges, Order order) {
      this.structs = structs;
      this.ranges = ranges;
      this.order = order;
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
      if (total == SAMPLES || isStubOfNativeCode()) {
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
      boolean isComplete = record.endReason() == EndReason.NO_TABLE && isInLibjvm;
      if (isComplete) {
        complete++;
        if (order == Order.ANY) {
          return;
        }
      }
      String chain = chain();
      toMain += chain.contains("main[i];") ? 1 : 0;
      if (isComplete && isOrdered(chain)) {
        inOrder++;
        example = chain;
        return;
      }
      if (order == Order.CHAIN && inOrder == 0) { // the JVM has not called main yet
        total--;
        complete -= isComplete ? 1 : 0;
        return;
      }
      broken.merge(record.endReason() + " " + chain, 1, Integer::sum);
    }

    /** Native code called it, such as a compiler that flushes a cache: there is no Java frame. */
    private boolean isStubOfNativeCode() {
      return record.endReason() == EndReason.NO_TABLE
          && record.userWords() == 2
          && name(record.userWord(0)).startsWith("<");
    }

    private String name(long word) {
      try {
        return SampleRecord.isInterpreted(word)
            ? structs.methodName(SampleRecord.method(word)) + "[i]"
            : structs.blobName(SampleRecord.address(word) - (SampleRecord.isExact(word) ? 0 : 1));
      } catch (IOException e) {
        return "unreadable";
      }
    }

    private String chain() {
      StringBuilder chain = new StringBuilder();
      for (int i = record.userWords() - 1; i >= 0; i--) {
        chain.append(name(record.userWord(i))).append(';');
      }
      return chain.toString();
    }

    /**
     * The chain of methods from main on, up to where it is now; between two of them is nothing. A
     * stub may be innermost.
     */
    private static boolean isOrdered(String chain) {
      List<String> frames = List.of(chain.replace("[i]", "").split(";"));
      List<String> own = frames.subList(Math.max(0, frames.indexOf("main")), frames.size());
      String innermost = own.get(own.size() - 1);
      if (innermost.startsWith("<")) {
        own = own.subList(0, own.size() - 1);
      }
      int called = CHAIN.size();
      if (own.size() <= called) {
        return !own.isEmpty() && CHAIN.subList(0, own.size()).equals(own);
      }
      List<String> inner = own.subList(called, own.size());
      return own.subList(0, called).equals(CHAIN)
          && CALLED_LAST.contains(inner.get(0))
          && inner.stream().noneMatch(CHAIN::contains);
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
