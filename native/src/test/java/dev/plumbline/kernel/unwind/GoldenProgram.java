package dev.plumbline.kernel.unwind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.elf.ElfSection;
import dev.plumbline.kernel.elf.ElfSegment;
import dev.plumbline.kernel.elf.ElfSymbol;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * The program of {@code golden.S}: assembled, started, and with the table that its symbols state.
 */
final class GoldenProgram implements AutoCloseable {
  private final Process process;
  private final ElfFile file;
  private final NavigableMap<Long, String> functions = new TreeMap<>();
  private final long base;

  private GoldenProgram(Process process, ElfFile file) throws IOException {
    this.process = process;
    this.file = file;
    ElfSection table = symbolTable(file);
    for (int i = 0; i < file.symbolCount(table); i++) {
      ElfSymbol symbol = file.symbol(table, i);
      if (symbol.type() == ElfSymbol.FUNCTION && symbol.isDefined()) {
        functions.put(symbol.value(), symbol.name());
      }
    }
    this.base = code(file).address();
  }

  static Path assemble(Path directory) throws IOException, InterruptedException {
    assumeThat(Files.isExecutable(Path.of("/usr/bin/gcc"))).as("gcc is installed").isTrue();
    Path program = directory.resolve("golden");
    run("gcc", "-nostdlib", "-static", "-o", program.toString(), "src/test/native/golden.S");
    return program;
  }

  static void run(String... command) throws IOException, InterruptedException {
    Process compiler =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(new File("target/compiler.log"))
            .start();
    assertThat(compiler.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(compiler.exitValue()).as(List.of(command).toString()).isZero();
  }

  static GoldenProgram start(Path program) throws IOException {
    return new GoldenProgram(new ProcessBuilder(program.toString()).start(), ElfFile.open(program));
  }

  private static ElfSection symbolTable(ElfFile file) {
    ElfSection table = file.section(".symtab");
    assertThat(table).isNotNull();
    return table;
  }

  private static ElfSegment code(ElfFile file) {
    return file.segments().stream().filter(ElfSegment::isCode).findFirst().orElseThrow();
  }

  int pid() {
    return (int) process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Field 22 of stat, counted after the name's closing parenthesis. */
  long startTicks() throws IOException {
    String stat = Files.readString(Path.of("/proc/" + pid() + "/stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return Long.parseLong(fields[19]);
  }

  static UnwindTable table(ElfFile file) throws IOException {
    Map<Long, Integer> rules = new TreeMap<>();
    ElfSection table = symbolTable(file);
    long base = code(file).address();
    for (int i = 0; i < file.symbolCount(table); i++) {
      ElfSymbol symbol = file.symbol(table, i);
      String[] parts = symbol.name().split("\\$", -1);
      if (parts.length == 4) {
        rules.put(symbol.value() - base, rule(parts[1], number(parts[2]), number(parts[3])));
      }
    }
    long[] rows =
        rules.entrySet().stream()
            .mapToLong(row -> UnwindRow.row((int) (long) row.getKey(), row.getValue()))
            .toArray();
    return UnwindTable.of(rows, code(file).memorySize());
  }

  UnwindTable table() throws IOException {
    return table(file);
  }

  private static int number(String text) {
    return Integer.parseInt(text);
  }

  private static int rule(String kind, int cfa, int bp) {
    return switch (kind) {
      case "sp" -> UnwindRow.sp(cfa, -bp);
      case "bp" -> UnwindRow.bp(cfa, -bp);
      case "plt" -> UnwindRow.plt();
      case "root" -> UnwindRow.root();
      case "stop" -> UnwindRow.stop(EndReason.of(cfa));
      case "signal" -> UnwindRow.signal();
      case "realigned" -> UnwindRow.realigned(cfa);
      case "guess" -> UnwindRow.guess();
      default -> throw new IllegalArgumentException(kind);
    };
  }

  /** The code as a mapping; the program is linked to fixed addresses. */
  CodeMapping mapping(int table, UnwindTable rows) {
    return CodeMapping.withTable(
        base, base + code(file).memorySize() + 4095 & ~4095L, base, table, rows.index());
  }

  CodeMapping marked(int mark) {
    return CodeMapping.marked(base, base + code(file).memorySize() + 4095 & ~4095L, mark);
  }

  /** Names of the frames of a sample, outermost first. */
  String chain(SampleRecord sample) throws IOException {
    StringBuilder chain = new StringBuilder();
    for (int i = sample.userWords() - 1; i >= 0; i--) {
      long word = sample.userWord(i);
      long address = SampleRecord.address(word) - (SampleRecord.isExact(word) ? 0 : 1);
      Map.Entry<Long, String> function = functions.floorEntry(address);
      chain.append(chain.length() == 0 ? "" : ";");
      chain.append(function == null ? Long.toHexString(address) : function.getValue());
    }
    return chain.toString();
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
