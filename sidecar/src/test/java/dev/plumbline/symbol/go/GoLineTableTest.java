package dev.plumbline.symbol.go;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.elf.ElfSection;
import dev.plumbline.kernel.elf.MalformedElfException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GoLineTableTest {
  private static final String STRIPPED = "-ldflags=-s -w";
  private static final String EXTERNAL = "-ldflags=-s -w -linkmode=external";

  @TempDir Path directory;

  private static GoLineTable table(Path program) throws IOException {
    GoLineTable table = GoLineTable.find(ElfFile.open(program));
    assertThat(table).isNotNull();
    return table;
  }

  private static int function(GoLineTable table, String name) throws IOException {
    for (int i = 0; i < table.functionCount(); i++) {
      if (table.name(i).equals(name)) {
        return i;
      }
    }
    throw new AssertionError("no function " + name);
  }

  private static void assertChainIsKnown(GoLineTable table) throws IOException {
    for (String name : List.of("main.main", "main.a", "main.b", "main.spin")) {
      int function = function(table, name);
      assertThat(table.indexOf(table.entry(function))).isEqualTo(function);
      List<GoCall> calls = table.calls(table.entry(function));
      GoCall outermost = calls.get(calls.size() - 1);
      assertThat(outermost.function()).isEqualTo(name);
      assertThat(outermost.file()).endsWith("/main.go");
    }
    assertThat(inlinedInSpin(table)).contains("main.mix");
    assertThat(table.isTopFrame(function(table, "runtime.goexit"))).isTrue();
    assertThat(table.isAssembly(function(table, "runtime.goexit"))).isTrue();
    assertThat(table.isTopFrame(function(table, "main.a"))).isFalse();
    assertThat(table.writesStackPointer(function(table, "runtime.systemstack"))).isTrue();
  }

  private static List<String> inlinedInSpin(GoLineTable table) throws IOException {
    int spin = function(table, "main.spin");
    List<String> names = new ArrayList<>();
    for (long at = table.entry(spin); at < table.end(spin); at++) {
      for (GoCall call : table.calls(at)) {
        if (call.inlined()) {
          names.add(call.function());
        }
      }
    }
    return names;
  }

  @ParameterizedTest
  @ValueSource(strings = {"-ldflags=", STRIPPED})
  void staticProgram_namesItsChain(String flags) throws Exception {
    for (Path go : GoProgram.compilers()) {
      assertChainIsKnown(table(GoProgram.build(go, directory, false, flags)));
    }
  }

  @Test
  void strippedPie_namesItsChain() throws Exception {
    for (Path go : GoProgram.compilers()) {
      assertChainIsKnown(table(GoProgram.build(go, directory, false, STRIPPED, "-buildmode=pie")));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"-buildmode=exe", "-buildmode=pie"})
  void programWithC_namesItsChain_andNothingOfC(String mode) throws Exception {
    for (Path go : GoProgram.compilers()) {
      Path program = GoProgram.build(go, directory, true, EXTERNAL, mode);
      GoLineTable table = table(program);
      ElfSection text = ElfFile.open(program).section(".text");
      assertThat(text).isNotNull();
      assertThat(text.address()).isLessThan(table.entry(0));
      assertChainIsKnown(table);
      assertThat(table.calls(text.address())).isEmpty();
      assertThat(table.calls(text.address() + text.size() - 1)).isEmpty();
    }
  }

  @Test
  void lines_areThoseThatGoItselfReads() throws Exception {
    Path go = GoProgram.compilers().get(0);
    Path program = GoProgram.build(go, directory, false);
    GoLineTable table = table(program);
    List<Long> addresses = new ArrayList<>();
    for (int i = 0; i < table.functionCount(); i++) {
      addresses.add(table.entry(i));
      addresses.add((table.entry(i) + table.end(i)) / 2);
    }
    List<String> expected = addressToLine(go, program, addresses);
    assertThat(expected).hasSize(2 * addresses.size());
    for (int i = 0; i < addresses.size(); i++) {
      List<GoCall> calls = table.calls(addresses.get(i));
      GoCall innermost = calls.get(0);
      assertThat(calls.get(calls.size() - 1).function()).isEqualTo(expected.get(2 * i));
      String place = innermost.file() + ":" + innermost.line();
      assertThat(place).as("0x%x", addresses.get(i)).isEqualTo(expected.get(2 * i + 1));
    }
  }

  private List<String> addressToLine(Path go, Path program, List<Long> addresses) throws Exception {
    List<String> lines = addresses.stream().map(at -> "0x" + Long.toHexString(at)).toList();
    Path in = Files.write(directory.resolve("addresses"), lines);
    Path out = directory.resolve("lines");
    Process process =
        new ProcessBuilder(go.toString(), "tool", "addr2line", program.toString())
            .redirectInput(in.toFile())
            .redirectOutput(out.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertThat(process.waitFor()).isZero();
    return Files.readAllLines(out).stream()
        .map(line -> line.replaceFirst(":-[0-9]+$", ":0"))
        .toList();
  }

  @Test
  void stackDeltas_coverEachFunction_andBeginAtTheReturnAddress() throws Exception {
    GoLineTable table =
        table(GoProgram.build(GoProgram.compilers().get(0), directory, false, STRIPPED));
    for (int i = 0; i < table.functionCount(); i++) {
      long[] covered = {table.entry(i), 0};
      table.stackDeltas(
          i,
          (start, end, delta) -> {
            assertThat(start).isEqualTo(covered[0]);
            covered[1] = start == covered[0] && covered[1] == 0 ? delta : covered[1];
            covered[0] = end;
          });
      assertThat(covered[0]).as(table.name(i)).isBetween(table.entry(i), table.end(i));
    }
    int spin = function(table, "main.a");
    List<Integer> deltas = new ArrayList<>();
    table.stackDeltas(spin, (start, end, delta) -> deltas.add(delta));
    assertThat(deltas.get(0)).isZero();
    assertThat(deltas).anyMatch(delta -> delta > 0 && delta % 8 == 0);
  }

  @Test
  void programOfC_hasNoTable() throws IOException {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    assertThat(GoLineTable.find(ElfFile.open(java))).isNull();
  }

  @Test
  void changedBytes_areRefusedOrRead() throws Exception {
    Path program = GoProgram.build(GoProgram.compilers().get(0), directory, false, STRIPPED);
    byte[] original = Files.readAllBytes(program);
    ElfSection section = ElfFile.open(program).section(".gopclntab");
    assertThat(section).isNotNull();
    Random random = new Random(20);
    for (int round = 0; round < 300; round++) {
      byte[] image = original.clone();
      for (int i = 0; i < 200; i++) {
        int range = i < 4 ? 72 : (int) section.size();
        image[(int) section.offset() + random.nextInt(range)] = (byte) random.nextInt();
      }
      readSome(image, random);
    }
  }

  private static void readSome(byte[] image, Random random) {
    try {
      GoLineTable table = GoLineTable.find(ElfFile.of(ByteBuffer.wrap(image), "hostile"));
      for (int i = 0; table != null && i < 40; i++) {
        int function = random.nextInt(table.functionCount());
        table.name(function);
        table.calls(table.entry(function) + random.nextInt(64));
        table.stackDeltas(function, (start, end, delta) -> {});
      }
    } catch (MalformedGoTableException | MalformedElfException e) {
      assertThat(e).hasMessageStartingWith("hostile: ");
    }
  }

  @Test
  void unknownMagic_isRefusedWithIt() throws Exception {
    Path program = GoProgram.build(GoProgram.compilers().get(0), directory, false, STRIPPED);
    byte[] image = Files.readAllBytes(program);
    ElfSection section = ElfFile.open(program).section(".gopclntab");
    assertThat(section).isNotNull();
    image[(int) section.offset()] = 0x42;
    assertThatThrownBy(() -> GoLineTable.find(ElfFile.of(ByteBuffer.wrap(image), "later")))
        .isInstanceOf(MalformedGoTableException.class)
        .hasMessageContaining("magic 0xffffff42");
  }
}
