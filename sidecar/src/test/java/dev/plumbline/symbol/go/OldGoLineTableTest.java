package dev.plumbline.symbol.go;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.kernel.elf.ElfFile;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tables of releases for which there is no compiler here, written by their layout: one function
 * {@code main.old} from 0x401000 to 0x401100 that is 24 bytes deep from its fourth byte on, on line
 * 7 and from 0x401010 on line 9 of {@code /src/old.go}.
 */
class OldGoLineTableTest {
  private static final long ENTRY = 0x401000;
  private static final long END = 0x401100;

  /** Value and pc differences, each below 64, as the compiler packs them. */
  private static final byte[] DEPTHS = {2, 4, 48, (byte) 0xfc, 1, 0};

  private static final byte[] LINES = {16, 16, 4, (byte) 0xf0, 1, 0};
  private static final byte[] FILES = {4, (byte) 0x80, 2, 0};
  private static final byte[] FIRST_FILE = {2, (byte) 0x80, 2, 0};

  @TempDir Path directory;

  private static final class Table {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    int size() {
      return bytes.size();
    }

    Table put(byte[] part) {
      bytes.writeBytes(part);
      return this;
    }

    Table u32(long value) {
      return put(little(4).putInt((int) value).array());
    }

    Table u64(long value) {
      return put(little(8).putLong(value).array());
    }

    Table text(String text) {
      return put((text + "\0").getBytes(StandardCharsets.UTF_8));
    }

    private static ByteBuffer little(int bytes) {
      return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
  }

  private GoLineTable read(Table table) throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/objcopy")), "objcopy is absent");
    Path part = Files.write(directory.resolve("table"), table.bytes.toByteArray());
    Path program = directory.resolve("program");
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Process process =
        new ProcessBuilder(
                "/usr/bin/objcopy",
                "--add-section",
                ".gopclntab=" + part,
                java.toString(),
                program.toString())
            .inheritIO()
            .start();
    assertThat(process.waitFor()).isZero();
    GoLineTable read = GoLineTable.find(ElfFile.open(program));
    assertThat(read).isNotNull();
    return read;
  }

  private static void assertReadsOldFunction(GoLineTable table) throws Exception {
    assertThat(table.functionCount()).isEqualTo(1);
    assertThat(table.entry(0)).isEqualTo(ENTRY);
    assertThat(table.end(0)).isEqualTo(END);
    assertThat(table.indexOf(END)).isEqualTo(-1);
    assertThat(table.calls(ENTRY + 0xf))
        .containsExactly(new GoCall("main.old", "/src/old.go", 7, false));
    assertThat(table.calls(ENTRY + 0x10))
        .containsExactly(new GoCall("main.old", "/src/old.go", 9, false));
    List<String> deltas = new ArrayList<>();
    table.stackDeltas(0, (start, end, delta) -> deltas.add((start - ENTRY) + ":" + delta));
    assertThat(deltas).containsExactly("0:0", "4:24");
  }

  @Test
  void tableOfGo12_isRead() throws Exception {
    int function = 16 + 3 * 8 + 4; // behind the list and the place of the files
    int depths = function + 40;
    int lines = depths + DEPTHS.length;
    int files = lines + LINES.length;
    int name = files + FILES.length;
    int file = name + 9;
    int fileList = file + 12;
    Table table = new Table().u32(0xfffffffb).put(new byte[] {0, 0, 1, 8}).u64(1);
    table.u64(ENTRY).u64(function).u64(END).u32(fileList);
    table.u64(ENTRY).u32(name).u32(0).u32(0).u32(depths).u32(files).u32(lines).u32(0).u32(0);
    table.put(DEPTHS).put(LINES).put(FILES).text("main.old").text("/src/old.go");
    assertThat(table.size()).isEqualTo(fileList);
    table.u32(2).u32(file); // file 1; number 0 is not used
    GoLineTable read = read(table);
    assertThat(read.formatSince()).isEqualTo("1.2");
    assertReadsOldFunction(read);
  }

  @Test
  void tableOfGo116_isRead() throws Exception {
    int names = 64;
    int units = names + 12;
    int files = units + 4;
    int data = files + 12;
    int depths = 1; // 0 says that there is no data
    int lines = depths + DEPTHS.length;
    int fileNumbers = lines + LINES.length;
    int functions = data + fileNumbers + FIRST_FILE.length;
    Table table = new Table().u32(0xfffffffa).put(new byte[] {0, 0, 1, 8}).u64(1).u64(1);
    table.u64(names).u64(units).u64(files).u64(data).u64(functions);
    table.text("main.old").put(new byte[3]).u32(0).text("/src/old.go");
    table.put(new byte[1]).put(DEPTHS).put(LINES).put(FIRST_FILE);
    assertThat(table.size()).isEqualTo(functions);
    table.u64(ENTRY).u64(24).u64(END);
    table.u64(ENTRY).u32(0).u32(0).u32(0).u32(depths).u32(fileNumbers).u32(lines).u32(0);
    table.u32(0).u32(0);
    GoLineTable read = read(table);
    assertThat(read.formatSince()).isEqualTo("1.16");
    assertReadsOldFunction(read);
  }
}
