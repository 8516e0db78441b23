package dev.plumbline.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.unwind.HotSpotLayout.CodeHeap;
import dev.plumbline.profile.Frame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HotSpotProcessTest {
  private static final long INTERPRETED = 8L << 60;
  private static final long EXACT = 4L << 60;

  @Test
  void attach_readsTheLayoutInFewReads() throws IOException {
    int[] reads = new int[1];
    MemoryReader memory = OwnJvm.memory();
    HotSpotProcess jvm =
        OwnJvm.attach(
            (address, length) -> {
              reads[0]++;
              return memory.read(address, length);
            });
    assertThat(jvm.layout().heaps()).isNotEmpty();
    assertThat(reads[0]).isLessThan(60);
    CodeHeap heap = jvm.layout().heaps().get(0);
    assertThat(jvm.isCode(heap.low())).isTrue();
    assertThat(jvm.isCode(heap.high())).isFalse();
  }

  @Test
  void frames_nameWhatIsCompiledHere() throws IOException {
    HotSpotProcess jvm = OwnJvm.attach(OwnJvm.memory());
    Set<String> names = new HashSet<>();
    for (CodeHeap heap : jvm.layout().heaps()) {
      long unreadable = jvm.unresolved(Unresolved.UNREADABLE);
      // A heap grows inside its range: the first address that is not readable is behind its code.
      for (long pc = heap.low(); isIn(heap, pc); pc += 512) {
        jvm.frames(pc | EXACT, 0, System.nanoTime()).forEach(f -> names.add(f.functionName()));
        if (jvm.unresolved(Unresolved.UNREADABLE) > unreadable) {
          break;
        }
      }
    }
    assertThat(names).contains("java.lang.String.hashCode", "Interpreter");
    assertThat(jvm.unresolved(Unresolved.BAD_SCOPES)).isZero();
    assertThat(jvm.unresolved(Unresolved.UNREADABLE))
        .isLessThanOrEqualTo(jvm.layout().heaps().size());
  }

  @Test
  void jvmsWithoutEnd_fitASmallHeap_sinceWhatWasReadOfThemIsForgotten() throws Exception {
    Process process =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java",
                "-Xmx10m",
                "-XX:+UseSerialGC",
                "-XX:SoftRefLRUPolicyMSPerMB=10", // or it collects for long before it forgets
                "-cp",
                System.getProperty("java.class.path"),
                ManyJvms.class.getName(),
                Integer.toString(OwnJvm.PID),
                "60")
            .redirectErrorStream(true)
            .start();
    try {
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(said).isZero();
      assertThat(Integer.parseInt(said.lines().reduce((a, b) -> b).orElseThrow()))
          .isGreaterThan(20);
    } finally {
      process.destroyForcibly();
    }
  }

  private static boolean isIn(CodeHeap heap, long pc) {
    return pc < Math.min(heap.high(), heap.low() + (4 << 20));
  }

  private static long compiledHere(HotSpotProcess jvm) {
    for (CodeHeap heap : jvm.layout().heaps()) {
      for (long pc = heap.low(); isIn(heap, pc); pc += 512) {
        if (jvm.frames(pc, 0).get(0).functionName().equals("java.lang.String.hashCode")) {
          return pc;
        }
      }
    }
    throw new IllegalStateException("nothing compiled");
  }

  @Test
  void round_asksTheProcessOnceForEachBlob() throws IOException {
    int[] reads = new int[1];
    MemoryReader memory = OwnJvm.memory();
    HotSpotProcess jvm =
        OwnJvm.attach(
            (address, length) -> {
              reads[0]++;
              return memory.read(address, length);
            });
    jvm.startRound();
    long pc = compiledHere(jvm);
    List<Frame> first = jvm.frames(pc, 0);
    int before = reads[0];
    assertThat(jvm.frames(pc, 0)).isSameAs(first);
    assertThat(reads[0]).isEqualTo(before);
    jvm.startRound();
    assertThat(jvm.frames(pc, 0)).isSameAs(first);
    assertThat(reads[0]).isGreaterThan(before);
  }

  @Test
  void thirdRound_looksAtAllOfTheSecondAtOnce() throws IOException {
    int[] reads = new int[2];
    MemoryReader memory = OwnJvm.memory();
    MemoryReader counted =
        new MemoryReader() {
          @Override
          public ByteBuffer read(long address, int length) throws IOException {
            reads[0]++;
            return memory.read(address, length);
          }

          @Override
          public int readAll(long[] addresses, int[] lengths, int count, ByteBuffer to)
              throws IOException {
            reads[1]++;
            return memory.readAll(addresses, lengths, count, to);
          }
        };
    HotSpotProcess jvm = OwnJvm.attach(counted);
    jvm.startRound();
    long pc = compiledHere(jvm);
    jvm.startRound();
    final List<Frame> known = jvm.frames(pc, 0);
    reads[1] = 0;
    jvm.startRound();
    assertThat(reads[1]).isEqualTo(1);
    int before = reads[0];
    assertThat(jvm.frames(pc, 0)).isSameAs(known);
    assertThat(reads[0]).as("reads of its own").isEqualTo(before);
    jvm.startRound();
    jvm.startRound();
    assertThat(reads[1]).as("what no sample was in is left").isEqualTo(2);
  }

  @Test
  void word_thatIsNoMethod_getsAMarkerThatIsCounted() throws IOException {
    HotSpotProcess jvm = OwnJvm.attach(OwnJvm.memory());
    long heap = jvm.layout().heaps().get(0).low();
    List<Frame> frames = jvm.frames(INTERPRETED | heap >> 3 << 16, 0, System.nanoTime());
    assertThat(frames).containsExactly(Unresolved.NOT_A_METHOD.frame());
    assertThat(jvm.frames(INTERPRETED | 4096L >> 3 << 16, 0, System.nanoTime()))
        .containsExactly(Unresolved.UNREADABLE.frame());
    assertThat(jvm.unresolved(Unresolved.NOT_A_METHOD)).isEqualTo(1);
    assertThat(jvm.unresolved(Unresolved.UNREADABLE)).isEqualTo(1);
  }

  @Test
  void library_withoutTables_isRefusedByName() throws IOException {
    ElfFile libc = null;
    for (String line : Files.readAllLines(Path.of("/proc/self/maps"))) {
      if (line.contains("/libc.so") || line.contains("/libc-")) {
        libc = ElfFile.open(Path.of(line.substring(line.indexOf('/'))));
        break;
      }
    }
    ElfFile found = libc;
    assertThat(found).isNotNull();
    assertThatThrownBy(() -> HotSpotProcess.attach(OwnJvm.PID, found, 0))
        .isInstanceOf(UnsupportedJvmException.class)
        .hasMessageContaining("does not export gHotSpotVM");
  }

  /** The newest release that is not walked: it has one code heap, and no list of them. */
  @Test
  void jvm8_isRefusedByWhatItDoesNotDescribe() throws IOException {
    List<String> java = SampledJvm.inChroot(8);
    assumeTrue(java != null, "no JVM 8: make old-jdks has one");
    List<String> command = new ArrayList<>(java);
    command.addAll(
        List.of("-cp", SampledJvm.compiled(8, KnownChain.class), KnownChain.class.getName()));
    assertThatThrownBy(() -> SampledJvm.start(command, "CALLERS lambdas", ""))
        .isInstanceOf(UnsupportedJvmException.class)
        .hasMessage("unsupported layout: libjvm does not describe CodeCache._heaps");
  }

  @Test
  void process_withoutLibjvm_isRefused() throws Exception {
    Process cat = new ProcessBuilder("cat").start();
    try {
      assertThatThrownBy(() -> HotSpotProcess.attach((int) cat.pid()))
          .isInstanceOf(UnsupportedJvmException.class)
          .hasMessageContaining("no libjvm.so");
    } finally {
      cat.destroyForcibly().onExit().join();
    }
  }

  @Test
  void layout_withoutAField_isRefusedByItsName() {
    VmStructs structs =
        new VmStructs(Map.of(), Map.of(), Map.of("CodeBlob", 104, "HeapBlock", 16), Map.of());
    assertThatThrownBy(() -> new HotSpotProcess(OwnJvm.memory(), structs, System::nanoTime))
        .isInstanceOf(UnsupportedJvmException.class)
        .hasMessage("unsupported layout: libjvm does not describe CodeHeap._log2_segment_size");
  }

  /** Whatever the target holds: no exception but the two of attaching, and an end. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void hostileMemory_doesNoHarm(int seed) throws IOException {
    Random random = new Random(seed);
    double[] rate = {0.01};
    MemoryReader memory = OwnJvm.memory();
    MemoryReader hostile =
        (address, length) -> {
          ByteBuffer bytes = memory.read(address, length);
          if (random.nextDouble() < rate[0]) {
            int changes = 1 + random.nextInt(4);
            for (int i = 0; i < changes; i++) {
              bytes.put(random.nextInt(length), (byte) random.nextInt());
            }
          }
          return bytes;
        };
    HotSpotProcess jvm = null;
    for (int i = 0; i < 100; i++) {
      try {
        jvm = OwnJvm.attach(hostile);
      } catch (IOException refused) {
        assertThat(refused).hasMessageNotContaining("null");
      }
    }
    assertThat(jvm).isNotNull();
    rate[0] = 0.2;
    CodeHeap heap = OwnJvm.attach(memory).layout().heaps().get(0);
    for (int i = 0; i < 20_000; i++) {
      long pc = heap.low() + random.nextInt(4 << 20);
      long word = random.nextInt(8) == 0 ? INTERPRETED | random.nextLong() >>> 4 : pc;
      assertThat(jvm.frames(word, random.nextLong(), System.nanoTime())).isNotNull();
    }
  }
}
