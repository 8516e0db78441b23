package dev.plumbline.symbol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.elf.ElfSegment;
import dev.plumbline.kernel.elf.MalformedElfException;
import dev.plumbline.profile.Frame;
import dev.plumbline.profile.FrameType;
import dev.plumbline.profile.Mapping;
import dev.plumbline.symbol.go.GoLineTable;
import dev.plumbline.symbol.go.GoProgram;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SymbolizerTest {
  @TempDir Path root;
  @TempDir Path host;

  private final SymbolCounts counts = new SymbolCounts();
  private long nowNanos;
  private Symbolizer symbolizer = new Symbolizer(Path.of("/"), counts, () -> nowNanos);

  @BeforeEach
  void useOwnHost() {
    symbolizer = new Symbolizer(host, counts, () -> nowNanos);
  }

  private TestFile library(String source, String... options) throws Exception {
    Files.writeString(root.resolve("l.c"), source);
    String[] command =
        Stream.concat(
                Stream.of("gcc", "-O1", "-shared", "-fPIC", "-Wl,--build-id", "-o", "l.so", "l.c"),
                Stream.of(options))
            .toArray(String[]::new);
    TestFile.run(root, command);
    return TestFile.of(root, "/l.so");
  }

  private Frame frame(TestFile file, long address) {
    List<Frame> frames = symbolizer.frames(file, address);
    assertThat(frames).hasSize(1);
    return frames.get(0);
  }

  private static void assertIsOffset(Frame frame, long address) {
    assertThat(frame.functionName()).isEmpty();
    assertThat(frame.address()).isEqualTo(address);
    assertThat(frame.mapping().fileName()).isEqualTo("/l.so");
    assertThat(frame.mapping().buildId()).isNotNull();
  }

  // ---- case HO-13

  private static final String UNSIZED =
      """
      asm(".text\\n.globl asm_entry\\n.type asm_entry,@function\\nasm_entry: nop\\nnop\\nret\\n");
      """
          + statics(200)
          + "int (*const table[])(int) = {s0, s199};\nint last_export(int x) { return x + 7; }\n";

  private static String statics(int count) {
    StringBuilder source = new StringBuilder();
    for (int i = 0; i < count; i++) {
      source.append("static __attribute__((noinline,used)) int s").append(i).append("(int x) {");
      source.append(" volatile int y = x;");
      for (int k = 0; k < 40; k++) {
        source.append(" y = y * ").append(i + k + 3).append(" + x;");
      }
      source.append(" return y; }\n");
    }
    return source.toString();
  }

  @Test
  void unsizedSymbol_inStrippedLibrary_takesNoForeignCode() throws Exception {
    TestFile whole = library(UNSIZED, "-fno-toplevel-reorder");
    Map<String, Long> addresses = new LinkedHashMap<>();
    for (String name : List.of("asm_entry", "s0", "s100", "s199", "last_export")) {
      addresses.put(name, whole.address(name));
      assertThat(frame(whole, whole.address(name)).functionName()).isEqualTo(name);
    }
    assertThat(frame(whole, addresses.get("s100") + 9).functionName()).isEqualTo("s100");
    assertThat(frame(whole, addresses.get("asm_entry") + 1).functionName()).isEqualTo("asm_entry");

    TestFile.run(root, "strip", "--strip-all", "l.so");
    TestFile stripped = TestFile.of(root, "/l.so");
    for (String name : List.of("s0", "s100", "s199")) {
      long inside = addresses.get(name) + 5;
      assertIsOffset(frame(stripped, inside), inside);
    }
    assertThat(frame(stripped, addresses.get("asm_entry")).functionName()).isEqualTo("asm_entry");
    assertThat(frame(stripped, addresses.get("last_export") + 1).functionName())
        .isEqualTo("last_export");
  }

  @Test
  void oneAddressWithManySymbols_isNamedByTheGlobalOne_andLabelsInsideDoNotCount()
      throws Exception {
    TestFile file =
        library(
            """
            asm(".text\\n.weak aa\\n.globl gg\\n"
                ".type aa,@function\\n.type bb,@function\\n.type gg,@function\\n"
                "aa:\\nbb:\\ngg: nop\\nnop\\ninside: nop\\nnop\\nret\\n"
                ".size aa,.-aa\\n.size bb,.-bb\\n.size gg,.-gg\\n");
            """);
    long address = file.address("gg");
    for (int i = 0; i < 5; i++) {
      assertThat(frame(file, address + i).functionName()).isEqualTo("gg");
    }
    assertThat(file.address("inside")).isEqualTo(address + 2);
  }

  // ---- case HO-04

  private static String fifty() {
    StringBuilder source = new StringBuilder();
    for (int i = 0; i < 50; i++) {
      source.append("int f").append(i).append("(int x) { return x * ").append(i + 3);
      source.append(" + (x >> ").append(i % 7 + 1).append("); }\n");
    }
    return source.toString();
  }

  private static Path lld() {
    Path toolchains = Path.of(System.getProperty("user.home"), ".rustup/toolchains");
    assumeTrue(Files.isDirectory(toolchains), "no Rust toolchain with its lld");
    try (Stream<Path> found = Files.walk(toolchains, 7)) {
      return found
          .filter(path -> path.endsWith("gcc-ld"))
          .findFirst()
          .orElseGet(() -> Path.of("/none"));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void layoutOfLld_namesByAddress_alsoFromDebugFile() throws Exception {
    Path lld = lld();
    assumeTrue(Files.isDirectory(lld), "no lld");
    TestFile whole = library(fifty(), "-fuse-ld=lld", "-B" + lld);
    ElfSegment code =
        whole.elf().segments().stream().filter(ElfSegment::isCode).findFirst().orElseThrow();
    assertThat(code.offset()).isNotEqualTo(code.address());
    Map<Integer, Long> addresses = new LinkedHashMap<>();
    for (int i = 0; i < 50; i++) {
      addresses.put(i, whole.address("f" + i));
    }
    assertNames(whole, addresses);

    String id = whole.buildId();
    assertThat(id).isNotNull();
    Path debug = root.resolve("usr/lib/debug/.build-id/" + id.substring(0, 2));
    Files.createDirectories(debug);
    Path debugFile = debug.resolve(id.substring(2) + ".debug");
    TestFile.run(root, "objcopy", "--only-keep-debug", "l.so", debugFile.toString());
    TestFile.run(root, "strip", "--strip-all", "-R", ".dynsym", "l.so");
    TestFile.run(root, "sh", "-c", "cp l.so stripped && mv stripped l.so");
    assertNames(TestFile.of(root, "/l.so"), addresses);
    assertThat(counts.get(SymbolCount.DEBUG_FILES_USED)).isEqualTo(1);
  }

  private void assertNames(TestFile file, Map<Integer, Long> addresses) throws IOException {
    for (Map.Entry<Integer, Long> entry : addresses.entrySet()) {
      long address = entry.getValue() + 1;
      Frame frame = frame(file, address);
      assertThat(frame.functionName()).isEqualTo("f" + entry.getKey());
      Mapping mapping = frame.mapping();
      long place = frame.address() - mapping.start() + mapping.fileOffset();
      assertThat(place).isEqualTo(file.elf().fileOffset(address));
    }
  }

  // ---- debug files

  private static final String LOCAL =
      """
      static __attribute__((noinline)) int hidden(int x) { volatile int y = x; return y * 3; }
      int shown(int x) { return hidden(x) + 1; }
      """;

  private long[] hiddenAndShown(TestFile whole) throws IOException {
    return new long[] {whole.address("hidden"), whole.address("shown")};
  }

  @Test
  void debugFileOfHost_isUsed_whereProcessHasNone() throws Exception {
    TestFile whole = library(LOCAL);
    long[] addresses = hiddenAndShown(whole);
    String id = whole.buildId();
    assertThat(id).isNotNull();
    Path debug = host.resolve("usr/lib/debug/.build-id/" + id.substring(0, 2));
    Files.createDirectories(debug);
    Path debugFile = debug.resolve(id.substring(2) + ".debug");
    TestFile.run(root, "objcopy", "--only-keep-debug", "l.so", debugFile.toString());
    TestFile.run(root, "strip", "--strip-all", "l.so");
    assertThat(frame(TestFile.of(root, "/l.so"), addresses[0] + 1).functionName())
        .isEqualTo("hidden");
  }

  @Test
  void debugFileOfOtherBuild_isRefused() throws Exception {
    TestFile whole = library(LOCAL);
    long[] addresses = hiddenAndShown(whole);
    String id = whole.buildId();
    assertThat(id).isNotNull();
    Path debug = root.resolve("usr/lib/debug/.build-id/" + id.substring(0, 2));
    Files.createDirectories(debug);
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Files.copy(java, debug.resolve(id.substring(2) + ".debug"));
    TestFile.run(root, "strip", "--strip-all", "l.so");
    assertIsOffset(frame(TestFile.of(root, "/l.so"), addresses[0] + 1), addresses[0] + 1);
    assertThat(counts.get(SymbolCount.DEBUG_FILES_REFUSED)).isEqualTo(1);
  }

  @Test
  void debugLink_isFollowed_ifItsChecksumHolds() throws Exception {
    TestFile whole = library(LOCAL, "-Wl,--build-id=none");
    long[] addresses = hiddenAndShown(whole);
    Files.createDirectories(root.resolve(".debug"));
    TestFile.run(root, "objcopy", "--only-keep-debug", "l.so", ".debug/l.debug");
    TestFile.run(root, "strip", "--strip-all", "l.so");
    TestFile.run(root, "objcopy", "--add-gnu-debuglink=.debug/l.debug", "l.so");
    assertThat(frame(TestFile.of(root, "/l.so"), addresses[0] + 1).functionName())
        .isEqualTo("hidden");

    Files.write(root.resolve(".debug/l.debug"), new byte[] {0}, StandardOpenOption.APPEND);
    assertThat(frame(TestFile.of(root, "/l.so"), addresses[0] + 1).functionName()).isEmpty();
    assertThat(counts.get(SymbolCount.DEBUG_FILES_REFUSED)).isEqualTo(1);
  }

  @Test
  void packedSymbolTable_isUsed_beside_dynamicSymbols() throws Exception {
    TestFile whole = library(LOCAL);
    long[] addresses = hiddenAndShown(whole);
    TestFile.run(root, "objcopy", "-S", "--keep-symbol=hidden", "l.so", "mini");
    TestFile.run(root, "xz", "mini");
    TestFile.run(root, "strip", "--strip-all", "l.so");
    TestFile.run(root, "objcopy", "--add-section", ".gnu_debugdata=mini.xz", "l.so");
    TestFile packed = TestFile.of(root, "/l.so");
    assertThat(frame(packed, addresses[0] + 1).functionName()).isEqualTo("hidden");
    assertThat(frame(packed, addresses[1] + 1).functionName()).isEqualTo("shown");

    Files.write(root.resolve("broken"), new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
    TestFile.run(root, "objcopy", "--update-section", ".gnu_debugdata=broken", "l.so");
    TestFile broken = TestFile.of(root, "/l.so");
    assertThat(frame(broken, addresses[0] + 1).functionName()).isEmpty();
    assertThat(frame(broken, addresses[1] + 1).functionName()).isEqualTo("shown");
    assertThat(counts.get(SymbolCount.TABLES_REFUSED)).isEqualTo(1);
  }

  // ---- languages

  @Test
  void cppSymbol_keepsItsMangledName() throws Exception {
    Files.writeString(
        root.resolve("l.cpp"),
        "namespace { __attribute__((noinline)) int single(int x) { volatile int y = x; return y; } }"
            + "\nint twice(int x) { return single(x) * 2; }\n");
    TestFile.run(root, "g++", "-O1", "-shared", "-fPIC", "-o", "l.so", "l.cpp");
    TestFile file = TestFile.of(root, "/l.so");
    String symbol = "_ZN12_GLOBAL__N_16singleEi";
    Frame frame = frame(file, file.address(symbol));
    assertThat(frame.functionName()).isEqualTo("(anonymous namespace)::single(int)");
    assertThat(frame.systemName()).isEqualTo(symbol);
    assertThat(frame.type()).isEqualTo(FrameType.NATIVE);
  }

  @Test
  void goProgram_hasInlinedFramesWithLines() throws Exception {
    Path program = GoProgram.build(GoProgram.compilers().get(0), root, false, "-ldflags=-s -w");
    Files.copy(program, root.resolve("chain"), StandardCopyOption.REPLACE_EXISTING);
    TestFile file = TestFile.of(root, "/chain");
    GoLineTable table = GoLineTable.find(file.elf());
    assertThat(table).isNotNull();
    boolean sawInlined = false;
    Set<Integer> lines = new TreeSet<>();
    for (int i = 0; i < table.functionCount(); i++) {
      if (table.name(i).equals("main.spin")) {
        for (long at = table.entry(i); at < table.end(i); at++) {
          List<Frame> frames = symbolizer.frames(file, at);
          Frame outermost = frames.get(frames.size() - 1);
          assertThat(outermost.functionName()).isEqualTo("main.spin");
          assertThat(outermost.type()).isEqualTo(FrameType.GO);
          assertThat(outermost.inlined()).isFalse();
          lines.add(outermost.line());
          sawInlined |= frames.size() == 2 && frames.get(0).functionName().equals("main.mix");
        }
      }
    }
    assertThat(sawInlined).isTrue();
    assertThat(lines).contains(GoProgram.LINE_OF_SPIN + 1, GoProgram.LINE_OF_SPIN + 2);
  }

  // ---- cache

  @Test
  void keptFrames_areKnown_andTheTableIsDroppedWhenIdle() throws Exception {
    TestFile file = library(LOCAL);
    long address = file.address("shown") + 1;
    assertThat(symbolizer.known(file, address)).isNull();
    List<Frame> frames = symbolizer.frames(file, address);
    assertThat(symbolizer.known(file, address)).isSameAs(frames);
    assertThat(symbolizer.tableBytes()).isPositive();

    nowNanos += 61_000_000_000L;
    symbolizer.dropIdle();
    assertThat(symbolizer.tableBytes()).isZero();
    assertThat(symbolizer.known(file, address)).isSameAs(frames);
    assertThat(symbolizer.frames(file, file.address("hidden")).get(0).functionName())
        .isEqualTo("hidden");

    nowNanos += 601_000_000_000L;
    symbolizer.dropIdle();
    assertThat(symbolizer.known(file, address)).isNull();
    assertThat(symbolizer.keptFrames()).isZero();
  }

  @Test
  void manyAddresses_stayWithinTheLimit() throws Exception {
    TestFile file = library(LOCAL);
    TestFile other = new TestFile(file.elf(), "/other.so", root, file.buildId());
    for (int i = 0; i < Symbolizer.MAX_FRAMES; i++) {
      nowNanos++;
      symbolizer.frames(i % 2 == 0 ? file : other, 0x100_0000L + i);
    }
    assertThat(symbolizer.keptFrames()).isEqualTo(Symbolizer.MAX_FRAMES);
    symbolizer.frames(file, 0x42);
    assertThat(symbolizer.keptFrames()).isLessThanOrEqualTo(Symbolizer.MAX_FRAMES / 2 + 1);
  }

  @Test
  void namesBeyondTheirMemory_leaveWithTheirFrames() throws Exception {
    Symbolizer small = new Symbolizer(root, counts, () -> nowNanos, 100);
    TestFile file = library(LOCAL);
    small.frames(file, file.address("shown"));
    for (int i = 0; i < 300; i++) {
      small.frames(file, 0x100_0000L + i);
    }
    assertThat(small.keptFrames()).isLessThan(100);
    assertThat(small.frames(file, file.address("shown")).get(0).functionName()).isEqualTo("shown");
  }

  @Test
  void preparedFile_isNotReadAtItsFirstAddress() throws Exception {
    TestFile file = library(LOCAL);
    symbolizer.prepare(file);
    assertThat(counts.get(SymbolCount.TABLES_READ)).isEqualTo(1);
    symbolizer.prepare(file);
    assertThat(symbolizer.frames(file, file.address("shown")).get(0).functionName())
        .isEqualTo("shown");
    assertThat(counts.get(SymbolCount.TABLES_READ)).isEqualTo(1);
  }

  @Test
  void forgottenFile_isReadAgain() throws Exception {
    TestFile file = library(LOCAL);
    symbolizer.frames(file, file.address("shown"));
    symbolizer.forget(file);
    assertThat(symbolizer.keptFrames()).isZero();
    symbolizer.frames(file, file.address("shown"));
    assertThat(counts.get(SymbolCount.TABLES_READ)).isEqualTo(2);
  }

  @Test
  void keptLookup_takesUnderTwoMicroseconds() throws Exception {
    TestFile file = library(fifty());
    long start = file.address("f0");
    for (int i = 0; i < 1000; i++) {
      symbolizer.frames(file, start + i);
    }
    long best = Long.MAX_VALUE;
    for (int round = 0; round < 20; round++) {
      long before = System.nanoTime();
      for (int i = 0; i < 20_000; i++) {
        if (symbolizer.known(file, start + i % 1000) == null) {
          throw new AssertionError("not kept");
        }
      }
      best = Math.min(best, (System.nanoTime() - before) / 20_000);
    }
    assertThat(best).isLessThan(2000);
  }

  // ---- odd files

  @Test
  void fileThatCouldNotBeOpened_givesAddressesOnly() {
    CodeFile file =
        new CodeFile() {
          @Override
          public ElfFile elf() {
            return null;
          }

          @Override
          public String displayPath() {
            return "/gone";
          }

          @Override
          public Path root() {
            return root;
          }

          @Override
          public String buildId() {
            return null;
          }
        };
    Frame frame = symbolizer.frames(file, 0x1234).get(0);
    assertThat(frame.functionName()).isEmpty();
    assertThat(frame.toString()).isEqualTo("/gone+0x1234");
  }

  @Test
  void changedBytes_giveAFrame() throws Exception {
    library(LOCAL);
    byte[] original = Files.readAllBytes(root.resolve("l.so"));
    Random random = new Random(4);
    int read = 0;
    for (int round = 0; round < 2000; round++) {
      byte[] image = original.clone();
      for (int i = 0; i < 30; i++) {
        image[64 + random.nextInt(image.length - 64)] = (byte) random.nextInt();
      }
      try {
        ElfFile elf = ElfFile.of(ByteBuffer.wrap(image), "hostile");
        TestFile file = new TestFile(elf, "/hostile", root, elf.buildId());
        for (int i = 0; i < 10; i++) {
          assertThat(symbolizer.frames(file, 0x1000 + random.nextInt(0x200))).isNotEmpty();
        }
        symbolizer.forget(file);
        read++;
      } catch (MalformedElfException e) {
        assertThat(e).hasMessageStartingWith("hostile: ");
      }
    }
    assertThat(read).isPositive();
  }
}
