package dev.plumbline.unwind;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.kernel.unwind.UnwindRow;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class GapRulesTest {
  private static final int WINDOW = 1 << 18;
  private static final byte[] SIGNAL_RETURN = {
    0x48, (byte) 0xc7, (byte) 0xc0, 0x0f, 0, 0, 0, 0x0f, 0x05
  };
  private static final byte[] PROLOGUE = {0x55, 0x48, (byte) 0x89, (byte) 0xe5};

  private static ByteBuffer code(int bytes) {
    byte[] code = new byte[bytes];
    Arrays.fill(code, (byte) 0x90);
    return ByteBuffer.wrap(code).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static long[] filled(long to, CodeWindow... segments) throws IOException {
    try (RowList rows = new RowList(10_000)) {
      new GapRules(List.of(segments), -1, FunctionStarts.unknown()).fill(0, to, rows);
      return SortedRows.of(rows);
    }
  }

  private static List<Long> offsets(long[] sorted, int rule) {
    List<Long> offsets = new ArrayList<>();
    for (long row : sorted) {
      if (UnwindRow.rule(row) == rule) {
        offsets.add(UnwindRow.offset(row));
      }
    }
    return offsets;
  }

  @Test
  void signalReturns_areFoundAcrossTheEndsOfWhatIsReadAtOnce() throws Exception {
    ByteBuffer code = code(3 * WINDOW);
    List<Long> expected = new ArrayList<>();
    for (int at : new int[] {100, WINDOW - 4, 2 * WINDOW, 3 * WINDOW - 9}) {
      code.put(at, SIGNAL_RETURN);
      expected.add(at - 1L); // looked up by return address - 1
    }
    long[] rows = filled(3 * WINDOW, new CodeWindow(code, 0));
    assertThat(offsets(rows, UnwindRow.signal())).containsExactlyElementsOf(expected);
  }

  @Test
  void framePointers_areFollowedWhereFunctionsBeginWithThem() throws Exception {
    ByteBuffer code = code(2 * WINDOW);
    List<Long> expected = new ArrayList<>();
    for (int at = 510; at < 2 * WINDOW - 4; at += 512) { // one lies across the windows' end
      code.put(at, PROLOGUE);
      expected.add(at + 1L);
    }
    long[] rows = filled(2 * WINDOW, new CodeWindow(code, 0));
    assertThat(offsets(rows, UnwindRow.sp(16, -16))).containsExactlyElementsOf(expected);
    assertThat(offsets(rows, UnwindRow.framePointer())).startsWith(0L);
  }

  @Test
  void gapOverSegments_isLookedAtInEach() throws Exception {
    ByteBuffer first = code(4096);
    ByteBuffer second = code(8192);
    for (int at = 100; at < 8000; at += 1000) {
      second.put(at, PROLOGUE);
    }
    long[] rows = filled(20_000, new CodeWindow(first, 0), new CodeWindow(second, 10_000));
    assertThat(offsets(rows, UnwindRow.guess())).containsExactly(0L, 18_192L);
    assertThat(offsets(rows, UnwindRow.framePointer())).startsWith(10_000L, 10_104L);
    assertThat(offsets(rows, UnwindRow.sp(16, -16))).startsWith(10_101L, 11_101L).hasSize(8);
  }

  @Test
  void returns_areOfTheCallersFrame() throws Exception {
    ByteBuffer code = code(1024);
    code.put(100, PROLOGUE);
    code.put(200, new byte[] {0x5d, (byte) 0xc3});
    code.put(300, new byte[] {(byte) 0xc9, (byte) 0xc2, 8, 0});
    long[] rows = filled(1024, new CodeWindow(code, 0));
    assertThat(offsets(rows, UnwindRow.sp(8, 0))).containsExactly(100L, 201L, 301L);
  }
}
