package dev.plumbline.jvm;

import dev.plumbline.kernel.Capability;
import dev.plumbline.kernel.KernelProbe;
import dev.plumbline.kernel.MapType;
import dev.plumbline.kernel.Requirement;
import dev.plumbline.kernel.unwind.CodeMapping;
import dev.plumbline.kernel.unwind.EndReason;
import dev.plumbline.kernel.unwind.HotSpotLayout.CodeHeap;
import dev.plumbline.kernel.unwind.SampleRecord;
import dev.plumbline.kernel.unwind.SamplerOptions;
import dev.plumbline.kernel.unwind.SamplerOptions.Switch;
import dev.plumbline.kernel.unwind.StackSampler;
import dev.plumbline.process.Hertz;
import dev.plumbline.profile.Frame;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * A JVM under the real sampling programs. Native code has no tables here but for libraries that
 * keep frame pointers, so a walk that gets through all Java frames ends in libjvm.
 */
final class SampledJvm implements AutoCloseable {
  private static final long START_NANOS = TimeUnit.SECONDS.toNanos(60);

  /** A stack that begins in Java code, or in a library with frame pointers. */
  record Stack(
      long timeNanos, long delayNanos, List<Frame> frames, EndReason end, boolean isInLibjvm) {}

  private record Range(long start, long end, String path) {
    boolean holds(long address) {
      return address >= start && address < end;
    }
  }

  private static final @Nullable String CHROOT = System.getenv("PLUMBLINE_IT_CHROOT");

  private final Process process;
  private final Path log;
  private final StackSampler sampler;
  private final HotSpotProcess hotSpot;
  private final List<Range> ranges;
  private final SampleRecord sample = new SampleRecord();

  private SampledJvm(
      Process process, Path log, StackSampler sampler, HotSpotProcess hotSpot, List<Range> ranges) {
    this.process = process;
    this.log = log;
    this.sampler = sampler;
    this.hotSpot = hotSpot;
    this.ranges = ranges;
  }

  /** What BPF needs and this machine lacks. */
  static List<String> missing() {
    return KernelProbe.missing(
            List.of(
                new Requirement.Held(Capability.BPF),
                new Requirement.Held(Capability.PERFMON),
                new Requirement.Map(MapType.RING_BUFFER),
                new Requirement.CpuClock()))
        .stream()
        .map(Object::toString)
        .toList();
  }

  /**
   * Commands that start the JVMs of this machine, by release: the one that runs the tests, a 25,
   * and those of the chroot that {@code make old-jdks} makes, which sees this directory under the
   * same path.
   */
  static SortedMap<Integer, List<String>> javas() {
    SortedMap<Integer, List<String>> javas = new TreeMap<>();
    Path temurin25 = Path.of("/usr/lib/jvm/temurin-25-jdk-amd64");
    if (Files.isDirectory(temurin25)) {
      javas.put(25, List.of(temurin25 + "/bin/java"));
    } else {
      System.out.println("SKIPPED JVM 25: no " + temurin25);
    }
    if (CHROOT != null) {
      List.of(11, 21, 27).forEach(release -> javas.put(release, inChroot(release)));
    }
    javas.put(Runtime.version().feature(), List.of(System.getProperty("java.home") + "/bin/java"));
    return javas;
  }

  /** The command that starts a JVM of the chroot; null without one. */
  static @Nullable List<String> inChroot(int release) {
    return CHROOT == null
        ? null
        : List.of("chroot", CHROOT, "/usr/lib/jvm/java-" + release + "-openjdk-amd64/bin/java");
  }

  /**
   * Where the programs for the JVMs are; a chroot has another working directory, and older JVMs.
   */
  static String classPath() throws IOException {
    return CHROOT == null
        ? Path.of("target/test-classes").toAbsolutePath().toString()
        : compiled(11, KnownChain.class, ClassChurn.class, Churned0000.class, VirtualThreads.class);
  }

  /** Where programs are that were compiled for an older release. */
  static String compiled(int release, Class<?>... programs) throws IOException {
    Path classes = Path.of("target/classes-" + release).toAbsolutePath();
    List<String> arguments =
        new ArrayList<>(List.of("--release", "" + release, "-nowarn", "-d", classes.toString()));
    for (Class<?> program : programs) {
      arguments.add("src/test/java/" + program.getName().replace('.', '/') + ".java");
    }
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(null, said, said, arguments.toArray(String[]::new));
    if (result != 0) {
      throw new IOException(arguments + ": " + said.toString(StandardCharsets.UTF_8));
    }
    return classes.toString();
  }

  /** Starts a JVM and waits until its output holds a text. */
  static SampledJvm start(List<String> command, String ready, String framePointers)
      throws IOException {
    Path log = Files.createTempFile(Path.of("target"), "jvm", ".log");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    StackSampler sampler = null;
    try {
      long start = System.nanoTime();
      while (!Files.readString(log).contains(ready)) {
        if (!process.isAlive() || System.nanoTime() - start > START_NANOS) {
          throw new IOException(command + " did not start: " + Files.readString(log));
        }
        Thread.onSpinWait();
      }
      int pid = (int) process.pid();
      HotSpotProcess hotSpot = HotSpotProcess.attach(pid);
      List<Range> ranges = executable(pid);
      sampler = StackSampler.load(SamplerOptions.builder().with(Switch.SELECTED_PROCESSES).build());
      prepare(sampler, pid, hotSpot, ranges, framePointers);
      sampler.startCpuClock(Hertz.upTo(499));
      return new SampledJvm(process, log, sampler, hotSpot, ranges);
    } catch (IOException | RuntimeException e) {
      process.destroyForcibly().onExit().join();
      if (sampler != null) {
        sampler.close();
      }
      throw e;
    }
  }

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

  private static void prepare(
      StackSampler sampler,
      int pid,
      HotSpotProcess hotSpot,
      List<Range> ranges,
      String framePointers)
      throws IOException {
    List<CodeMapping> mappings = new ArrayList<>();
    for (CodeHeap heap : hotSpot.layout().heaps()) {
      mappings.add(CodeMapping.marked(heap.low(), heap.high(), CodeMapping.HOTSPOT));
    }
    for (Range range : ranges) {
      if (!hotSpot.isCode(range.start())) {
        boolean keeps = !framePointers.isEmpty() && range.path().endsWith(framePointers);
        int mark = keeps ? CodeMapping.FRAME_POINTER : CodeMapping.PENDING;
        mappings.add(CodeMapping.marked(range.start(), range.end(), mark));
      }
    }
    sampler.processes().putJvm(pid, hotSpot.layout());
    sampler.processes().put(pid, 0, mappings);
    sampler.selectProcess(pid);
  }

  HotSpotProcess hotSpot() {
    return hotSpot;
  }

  Process process() {
    return process;
  }

  String output() throws IOException {
    return Files.readString(log);
  }

  /** Stacks until there are so many, the process ends, or the time is over. */
  List<Stack> stacks(int count, long seconds) throws IOException {
    List<Stack> stacks = new ArrayList<>();
    long start = System.nanoTime();
    while (stacks.size() < count
        && process.isAlive()
        && System.nanoTime() - start < TimeUnit.SECONDS.toNanos(seconds)) {
      sampler.samples().await(20);
      sampler.samples().drain((buffer, at, length) -> add(stacks, buffer, at, length));
    }
    return stacks;
  }

  private void add(List<Stack> stacks, ByteBuffer buffer, int at, int length) {
    if (!sample.wrap(buffer, at, length) || sample.userWords() < 2) {
      return;
    }
    List<Frame> frames = new ArrayList<>();
    int words = sample.userWords();
    boolean isJava = false;
    for (int i = 0; i < words; i++) {
      long word = sample.userWord(i);
      boolean isCode =
          SampleRecord.isInterpreted(word) || hotSpot.isCode(SampleRecord.address(word));
      isJava |= isCode;
      if (isCode) {
        long caller = i + 1 < words ? sample.userWord(i + 1) : 0;
        frames.addAll(hotSpot.frames(word, caller, sample.timeNanos()));
      }
      if (HotSpotProcess.endsStack(frames)) {
        break;
      }
    }
    if (isJava) {
      long delayNanos = System.nanoTime() - sample.timeNanos(); // until the last look at its code
      long last = SampleRecord.address(sample.userWord(words - 1));
      stacks.add(
          new Stack(
              sample.timeNanos(),
              delayNanos,
              frames,
              sample.endReason(),
              ranges.stream().anyMatch(r -> r.path().endsWith("/libjvm.so") && r.holds(last))));
    }
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
    sampler.close();
  }
}
