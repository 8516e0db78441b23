package dev.plumbline.unwind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.elf.ElfSection;
import dev.plumbline.kernel.unwind.UnwindRow;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TablelessCodeTest {
  private static final int MANY = 1 << 22;

  /** Compares what the code of real files says, without their tables, with what these say. */
  @ParameterizedTest
  @CsvSource({ // exceptions lead to blocks that no code leads to: then C++ is less than C
    "/lib/x86_64-linux-gnu/libc.so.6, 99",
    "/lib/x86_64-linux-gnu/libm.so.6, 99",
    "/usr/lib/x86_64-linux-gnu/libz.so.1, 99.9",
    "/usr/lib/x86_64-linux-gnu/libstdc++.so.6, 92",
    "/usr/bin/python3.11, 97"
  })
  void rows_areThoseOfTheTable(String name, double percent) throws IOException {
    Path path = Path.of(name);
    assumeThat(Files.isReadable(path)).as(name + " is there").isTrue();
    ElfFile file = ElfFile.open(path);
    FileTable table = FileTables.build(file, MANY);
    ElfSection text = file.section(".text");
    assertThat(table).isNotNull();
    assertThat(text).isNotNull();
    int end = (int) text.size();
    CodeWindow code = new CodeWindow(file.data(text), 0).whole(0, end);
    BitSet symbols = FunctionStarts.of(file, text.address()).within(0, end);
    long started = System.nanoTime();
    long[] rows = rows(code, symbols);
    double milliseconds = (System.nanoTime() - started) / 1e6;
    int same = 0;
    int unknown = 0;
    int other = 0;
    int row = 0;
    Instruction instruction = new Instruction();
    for (int at = 0; at < end; at += Math.max(1, instruction.length())) {
      boolean isRead = instruction.read(code, at, end);
      int expected = UnwindRow.rule(table.table().find(text.address() + at - table.baseAddress()));
      if (!isRead || instruction.isPadding() || expected >>> 27 > 1) {
        continue; // the table has neither rsp nor rbp and an offset
      }
      while (row + 1 < rows.length && UnwindRow.offset(rows[row + 1]) <= at) {
        row++;
      }
      int found = UnwindRow.rule(rows[row]);
      unknown += found == UnwindRow.guess() ? 1 : 0;
      same += isSame(found, expected) ? 1 : 0;
      other += found != UnwindRow.guess() && !isSame(found, expected) ? 1 : 0;
    }
    double all = same + unknown + other;
    System.out.printf(
        Locale.ROOT,
        "%s: %.2f %% same, %.2f %% unknown, %.3f %% other of %.0f instructions, %.1f ms%n",
        name,
        same * 100 / all,
        unknown * 100 / all,
        other * 100 / all,
        all,
        milliseconds);
    assertThat(same * 100 / all).isGreaterThan(percent);
  }

  /**
   * Where the frame is by rbp in the table, its depth may be known here. Tables go on to say where
   * rbp was saved when it has been restored.
   */
  private static boolean isSame(int found, int expected) {
    boolean isByPointer = expected >>> 27 == 1 && found >>> 27 == 0;
    boolean isSaved = (found & 0x1fff) == (expected & 0x1fff) || (found & 0x1fff) == 0;
    return isSaved && (isByPointer || found >>> 13 == expected >>> 13);
  }

  private static long[] rows(CodeWindow code, BitSet symbols) throws IOException {
    try (RowList rows = new RowList(MANY)) {
      new TablelessCode(code, symbols).addRows(rows);
      return SortedRows.of(rows);
    }
  }

  private static long[] rows(String hex) throws IOException {
    byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
    return rows(window(bytes), new BitSet());
  }

  private static CodeWindow window(byte[] bytes) {
    return new CodeWindow(ByteBuffer.wrap(bytes), 0).whole(0, bytes.length);
  }

  private static int at(long[] rows, int offset) {
    int rule = 0;
    for (long row : rows) {
      if (UnwindRow.offset(row) <= offset) {
        rule = UnwindRow.rule(row);
      }
    }
    return rule;
  }

  @Test
  void depth_isCarriedOverJumps() throws IOException {
    // push rbx; sub rsp,16; test; jne 9; add rsp,16; pop rbx; ret; 9+: call 0; add; pop; ret
    long[] rows = rows("53 4883ec10 85c0 7506 4883c410 5b c3 e8ebffffff 4883c410 5b c3");
    assertThat(at(rows, 0)).isEqualTo(UnwindRow.sp(8, 0));
    assertThat(at(rows, 1)).isEqualTo(UnwindRow.sp(16, 0));
    assertThat(at(rows, 5)).isEqualTo(UnwindRow.sp(32, 0));
    assertThat(at(rows, 14)).isEqualTo(UnwindRow.sp(8, 0));
    assertThat(at(rows, 15)).isEqualTo(UnwindRow.sp(32, 0));
    assertThat(at(rows, 25)).isEqualTo(UnwindRow.sp(8, 0));
  }

  @Test
  void frameOfUnknownSize_isFoundByItsPointer() throws IOException {
    // push rbp; mov rbp,rsp; push rbx; sub rsp,rax; call; lea rsp,[rbp-8]; pop rbx; pop rbp; ret
    long[] rows = rows("55 4889e5 53 4829c4 e8f3ffffff 488d65f8 5b 5d c3");
    assertThat(at(rows, 4)).isEqualTo(UnwindRow.sp(16, -16));
    assertThat(at(rows, 8)).isEqualTo(UnwindRow.bp(16, -16));
    assertThat(at(rows, 17)).isEqualTo(UnwindRow.sp(24, -16));
    assertThat(at(rows, 19)).isEqualTo(UnwindRow.sp(8, 0));
  }

  @Test
  void blocksOfATable_haveTheDepthOfTheJump() throws IOException {
    // push rbx; jmp rax; nop; case: xor eax,eax; pop rbx; ret; then what begins as a function
    long[] rows = rows("53 ffe0 90 31c0 5b c3 55 53 5b 5d c3");
    assertThat(at(rows, 4)).isEqualTo(UnwindRow.sp(16, 0));
    assertThat(at(rows, 8)).isEqualTo(UnwindRow.sp(8, 0));
    assertThat(at(rows, 10)).isEqualTo(UnwindRow.sp(24, -16));
  }

  @Test
  void functionBehindACallThatDoesNotReturn_beginsAnew() throws IOException {
    // sub rsp,24; call 0; push r12; mov; push rbp; ...
    long[] rows = rows("4883ec18 e8f7ffffff 4154 89f8 55 5d 415c c3");
    assertThat(at(rows, 4)).isEqualTo(UnwindRow.sp(32, 0));
    assertThat(at(rows, 9)).isEqualTo(UnwindRow.sp(8, 0));
    assertThat(at(rows, 14)).isEqualTo(UnwindRow.sp(24, -24));
  }

  /** As musl's clone does. */
  @Test
  void newThread_isARoot() throws IOException {
    // mov al,56; syscall; test; jne 1f; xor ebp,ebp; pop rdi; call r9; mov edi,eax; hlt; 1: ret
    long[] rows = rows("b038 0f05 85c0 7509 31ed 5f 41ffd1 89c7 f4 c3");
    assertThat(at(rows, 4)).isEqualTo(UnwindRow.sp(8, 0));
    assertThat(at(rows, 8)).isEqualTo(UnwindRow.sp(8, 0));
    assertThat(at(rows, 13)).isEqualTo(UnwindRow.root());
    assertThat(at(rows, 17)).isEqualTo(UnwindRow.sp(8, 0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ffe0", "7400", "e800000000", "488d6424f8", "41570f05", "0f0b90", "cc"})
  void largestCodeOfOneKind_isReadToTheEnd(String hex) throws IOException {
    byte[] pattern = HexFormat.of().parseHex(hex);
    byte[] bytes = new byte[TablelessCode.MAX_BYTES];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = pattern[i % pattern.length];
    }
    assertAscending(rows(window(bytes), new BitSet()));
  }

  @Test
  void anyBytes_giveAscendingRows() throws IOException {
    Random random = new Random(11);
    byte[] bytes = new byte[1 << 20];
    for (int round = 0; round < 10; round++) {
      random.nextBytes(bytes);
      assertAscending(rows(window(bytes), BitSet.valueOf(new long[] {random.nextLong()})));
    }
  }

  private static void assertAscending(long[] rows) {
    long before = -1;
    for (long row : rows) {
      assertThat(UnwindRow.offset(row)).isGreaterThan(before);
      before = UnwindRow.offset(row);
    }
    assertThat(rows).isNotEmpty();
  }
}
