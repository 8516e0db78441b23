package dev.plumbline.unwind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.elf.ElfSection;
import dev.plumbline.kernel.unwind.UnwindRow;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
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
      new TablelessCode(code, symbols, -1).addRows(rows);
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

  @Test
  void largeFrame_isAsDeepAsItsProbesGo() throws IOException {
    // push rbx; lea r11,[rsp-0x18000]; 1: sub rsp,0x1000; or [rsp],0; cmp rsp,r11; jne 1b; call 0
    long[] rows =
        rows("53 4c8d9c240080feff 4881ec00100000 48830c2400 4c39dc 75ef e8e1ffffff 5b c3");
    assertThat(at(rows, 9)).isEqualTo(UnwindRow.sp(16, 0));
    assertThat(at(rows, 26)).isEqualTo(UnwindRow.sp(16 + 0x18000, 0));
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

  @Test
  void argumentsInSavedRegisters_areNoFunction() throws IOException {
    // push rbx; call 0; push r14; mov eax,edi; push r12; call 0; add rsp,16; pop rbx; ret
    long[] rows = rows("53 e8faffffff 4156 89f8 4154 e8efffffff 4883c410 5b c3");
    assertThat(at(rows, 6)).isEqualTo(UnwindRow.sp(16, 0));
    assertThat(at(rows, 12)).isEqualTo(UnwindRow.sp(32, 0));
    assertThat(at(rows, 21)).isEqualTo(UnwindRow.sp(16, 0));
    assertThat(at(rows, 22)).isEqualTo(UnwindRow.sp(8, 0));
  }

  @Test
  void caseThatClearsRbp_isNoRoot() throws IOException {
    // lea; push rbp; push rbx; sub rsp,8; jmp 1f; case, no way to it: xor ebp,ebp; jmp 1f;
    // 1: mov eax,ebp; add rsp,8; pop rbx; pop rbp; ret
    long[] rows = rows("55 53 4883ec08 eb04 31ed eb00 89e8 4883c408 5b 5d c3");
    assertThat(at(rows, 8)).isEqualTo(UnwindRow.sp(32, -16));
    assertThat(at(rows, 10)).isEqualTo(UnwindRow.sp(32, -16));
    assertThat(at(rows, 18)).isEqualTo(UnwindRow.sp(24, -16));
  }

  @Test
  void codeBehindACallThatIsJumpedTo_hasTheDepthOfTheJump() throws IOException {
    // test; je 1f; push rax; push rax; call 0 (does not return); nop; 1: ret
    long[] rows = rows("85ff 7408 50 50 e8f5ffffff 90 c3");
    assertThat(at(rows, 6)).isEqualTo(UnwindRow.sp(24, 0));
    assertThat(at(rows, 12)).isEqualTo(UnwindRow.sp(8, 0));
  }

  @Test
  @Timeout(60)
  void depthsOfOneHash_takeNoLonger() throws IOException {
    byte[] bytes = new byte[TablelessCode.MAX_BYTES];
    Arrays.fill(bytes, (byte) 0x58);
    ByteBuffer code = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    code.put((byte) 0x55);
    int depth = 16;
    for (int k = 2; k < 500; k++) { // lea rbp,[rsp+a]; lea rsp,[rbp+b]: 31 * depth + frame stays
      int frame = 128_000 - 248 * k;
      code.putInt(0x24ac8d48).putInt(depth - frame);
      depth = 16 + 8 * k;
      code.put((byte) 0x48).putShort((short) 0xa58d).putInt(frame - depth);
    }
    while (code.remaining() > 1) {
      code.putShort((short) 0x5850);
    }
    assertAscending(rows(window(bytes), new BitSet()));
  }

  @Test
  void codeThatEndsAtTwoGibibytes_isReadToItsEnd() throws IOException {
    byte[] bytes = new byte[4096];
    Arrays.fill(bytes, (byte) 0x50);
    bytes[4095] = (byte) 0xe8;
    int start = Integer.MAX_VALUE - bytes.length;
    CodeWindow code = new CodeWindow(ByteBuffer.wrap(bytes), start).whole(start, Integer.MAX_VALUE);
    assertThat(rows(code, new BitSet())).isNotEmpty();
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
