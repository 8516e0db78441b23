package dev.plumbline.unwind;

import dev.plumbline.kernel.unwind.UnwindRow;
import java.util.BitSet;
import java.util.List;

/**
 * Rules for code that no table speaks for. Less than 16 bytes are padding: the rule before holds. A
 * larger range is looked at: if it has the prologues of functions with frame pointers, rbp is
 * followed, and exactly so within prologues and epilogues. Otherwise its instructions are followed
 * where there are enough of them ({@link TablelessCode}), and else each frame is guessed and
 * checked. Size alone would not do: hand-written assembly is large, and compilers emit small
 * functions without tables next to covered ones. Where the file's entry point has no table (the
 * loader's has none), stacks end there. Confined to one thread, for one file.
 */
final class GapRules {
  private static final int PADDING_BYTES = 16;

  /** Most code of a file whose instructions are followed, for the time that it takes. */
  private static final int MAX_FOLLOWED = 4 * TablelessCode.MAX_BYTES;

  /** Less is what each program has from linker and compiler: not worth reading all symbols. */
  private static final int MIN_BYTES_OF_SYMBOLS = 1 << 10;

  /** Code with frame pointers has a prologue at least this often. */
  private static final int BYTES_PER_PROLOGUE = 1024;

  /** push rbp; mov rbp, rsp. */
  private static final int PROLOGUE = 0xe5894855;

  /** The other encoding of the same. */
  private static final int PROLOGUE_OTHER = 0xec8b4855;

  /** mov eax, 15 of {@code rt_sigreturn}, in its two lengths; syscall. */
  private static final long SIGNAL_RETURN = 0x0f0000000fc0c748L;

  /** Entry points are a few instructions and a call. */
  private static final int ENTRY_BYTES = 128;

  private final List<CodeWindow> segments;
  private final long entry;
  private final FunctionStarts starts;
  private int followed;

  /**
   * Rules for a file.
   *
   * @param segments the file's code by ascending position, which is that of the table; what is in
   *     none of them is guessed
   * @param entry offset of the entry point; outside of the code when there is none
   * @param starts functions of the code
   */
  GapRules(List<CodeWindow> segments, long entry, FunctionStarts starts) {
    this.segments = List.copyOf(segments);
    this.entry = entry;
    this.starts = starts;
  }

  /**
   * Adds rows for [from, to), which may reach over segments: linkers put the procedure linkage
   * table in one of its own.
   */
  void fill(long from, long to, RowList rows) throws RowLimitException {
    if (to - from < PADDING_BYTES && from > 0) {
      return;
    }
    long at = from;
    for (CodeWindow code : segments) {
      long end = Math.min(to, code.limit());
      if (at < end && code.start() < end) {
        if (at < code.start()) {
          rows.add(at, UnwindRow.guess());
          at = code.start();
        }
        fillSegment(code, (int) at, (int) end, rows);
        at = end;
      }
    }
    if (at < to) {
      rows.add(at, UnwindRow.guess());
    }
  }

  private void fillSegment(CodeWindow code, int from, int end, RowList rows)
      throws RowLimitException {
    int prologues = prologues(code, from, end);
    int bytes = end - from;
    boolean keepsFramePointer = prologues > 0 && bytes / prologues <= BYTES_PER_PROLOGUE;
    if (!keepsFramePointer
        && bytes >= TablelessCode.MIN_BYTES
        && bytes <= TablelessCode.MAX_BYTES
        && followed + bytes <= MAX_FOLLOWED) {
      followed += bytes;
      BitSet symbols = bytes < MIN_BYTES_OF_SYMBOLS ? new BitSet(bytes) : starts.within(from, end);
      new TablelessCode(code.whole(from, end), symbols, entry).addRows(rows);
    } else if (entry >= from && entry < end) {
      fillAroundEntry(code, from, end, rows);
    } else {
      fillByRbp(code, from, end, keepsFramePointer, rows);
    }
  }

  private void fillAroundEntry(CodeWindow code, int from, int end, RowList rows)
      throws RowLimitException {
    int first = (int) entry;
    int rest = (int) Math.min(end, entry + ENTRY_BYTES);
    if (from < first) {
      fillSegment(code, from, first, rows);
    }
    rows.add(first, UnwindRow.root());
    if (rest < end) {
      fillSegment(code, rest, end, rows);
    }
  }

  private static void fillByRbp(
      CodeWindow code, int from, int end, boolean keepsFramePointer, RowList rows)
      throws RowLimitException {
    int rule = keepsFramePointer ? UnwindRow.framePointer() : UnwindRow.guess();
    rows.add(from, rule);
    for (int at = from; at < end - 1; ) {
      for (int last = Math.min(end - 1, code.moveTo(at, end)); at < last; at++) {
        if (isSignalReturn(code, at, end)) {
          rows.add(Math.max(from, at - 1), UnwindRow.signal()); // looked up by return address - 1
          rows.add(at + 9L, rule);
        } else if (keepsFramePointer) {
          framePointerRows(code, at, end, rule, rows);
        }
      }
    }
  }

  private static int prologues(CodeWindow code, int from, int end) {
    int found = 0;
    for (int at = from; at < end - 4; ) {
      for (int last = Math.min(end - 4, code.moveTo(at, end)); at < last; at++) {
        found += isPrologue(code, at) ? 1 : 0;
      }
    }
    return found;
  }

  private static boolean isPrologue(CodeWindow code, int at) {
    if (code.get(at) != 0x55) {
      return false;
    }
    int word = code.getInt(at);
    return word == PROLOGUE || word == PROLOGUE_OTHER;
  }

  /** A signal handler returns to here. */
  static boolean isSignalReturn(CodeWindow code, int at, int end) {
    return code.get(at) == 0x48
        && at + 9 <= end
        && code.getLong(at) == SIGNAL_RETURN
        && code.get(at + 8) == 0x05;
  }

  private static void framePointerRows(CodeWindow code, int at, int end, int rule, RowList rows)
      throws RowLimitException {
    if (at < end - 4 && isPrologue(code, at)) {
      rows.add(at, UnwindRow.sp(8, 0));
      rows.add(at + 1L, UnwindRow.sp(16, -16));
      rows.add(at + 4L, rule);
    } else if (isReturn(code.get(at + 1))
        && (code.get(at) == 0x5d || code.get(at) == (byte) 0xc9)) { // pop rbp or leave; ret
      rows.add(at + 1L, UnwindRow.sp(8, 0));
      rows.add(at + 2L, rule);
    }
  }

  /**
   * ret, or ret n, which takes arguments from the caller's stack: it goes on with its rbp anyway.
   */
  private static boolean isReturn(byte code) {
    return code == (byte) 0xc3 || code == (byte) 0xc2;
  }
}
