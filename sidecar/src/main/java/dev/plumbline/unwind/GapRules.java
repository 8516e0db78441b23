package dev.plumbline.unwind;

import dev.plumbline.kernel.unwind.UnwindRow;
import java.nio.ByteBuffer;

/**
 * Rules for code that no table speaks for. Less than 16 bytes are padding: the rule before holds. A
 * larger range is looked at: if it has the prologues of functions with frame pointers, rbp is
 * followed, and exactly so within prologues and epilogues; otherwise each frame is guessed and
 * checked. Size alone would not do: hand-written assembly is large, and compilers emit small
 * functions without tables next to covered ones. Where the file's entry point has no table (the
 * loader's has none), stacks end there. Stateless over one file's code.
 */
final class GapRules {
  private static final int PADDING_BYTES = 16;

  /** Code with frame pointers has a prologue at least this often. */
  private static final int BYTES_PER_PROLOGUE = 4096;

  /** push rbp; mov rbp, rsp. */
  private static final int PROLOGUE = 0xe5894855;

  /** The other encoding of the same. */
  private static final int PROLOGUE_OTHER = 0xec8b4855;

  /** mov eax, 15 of {@code rt_sigreturn}, in its two lengths; syscall. */
  private static final long SIGNAL_RETURN = 0x0f0000000fc0c748L;

  /** Entry points are a few instructions and a call. */
  private static final int ENTRY_BYTES = 128;

  private final CodeWindow code;
  private final long entry;

  /**
   * Rules for a file.
   *
   * @param code from the table's offset 0 on; what is missing at its end is guessed
   * @param entry offset of the entry point; outside of the code when there is none
   */
  GapRules(ByteBuffer code, long entry) {
    this.code = new CodeWindow(code);
    this.entry = entry;
  }

  /** Adds rows for [from, to). */
  void fill(long from, long to, RowList rows) throws RowLimitException {
    if (to - from < PADDING_BYTES && from > 0) {
      return;
    }
    if (entry >= from && entry < to) {
      fillCode(from, entry, rows);
      rows.add(entry, UnwindRow.root());
      fillCode(Math.min(to, entry + ENTRY_BYTES), to, rows);
    } else {
      fillCode(from, to, rows);
    }
  }

  private void fillCode(long from, long to, RowList rows) throws RowLimitException {
    if (from >= to) {
      return;
    }
    int end = (int) Math.min(to, code.limit());
    int prologues = prologues((int) from, end);
    boolean keepsFramePointer = prologues > 0 && (to - from) / prologues <= BYTES_PER_PROLOGUE;
    int rule = keepsFramePointer ? UnwindRow.framePointer() : UnwindRow.guess();
    rows.add(from, rule);
    for (int at = (int) from; at < end - 1; ) {
      for (int last = Math.min(end - 1, code.moveTo(at, end)); at < last; at++) {
        if (isSignalReturn(at, end)) {
          rows.add(Math.max(from, at - 1), UnwindRow.signal()); // looked up by return address - 1
          rows.add(at + 9L, rule);
        } else if (keepsFramePointer) {
          framePointerRows(at, end, rule, rows);
        }
      }
    }
  }

  private int prologues(int from, int end) {
    int found = 0;
    for (int at = from; at < end - 4; ) {
      for (int last = Math.min(end - 4, code.moveTo(at, end)); at < last; at++) {
        found += isPrologue(at) ? 1 : 0;
      }
    }
    return found;
  }

  private boolean isPrologue(int at) {
    if (code.get(at) != 0x55) {
      return false;
    }
    int word = code.getInt(at);
    return word == PROLOGUE || word == PROLOGUE_OTHER;
  }

  private boolean isSignalReturn(int at, int end) {
    return code.get(at) == 0x48
        && at + 9 <= end
        && code.getLong(at) == SIGNAL_RETURN
        && code.get(at + 8) == 0x05;
  }

  private void framePointerRows(int at, int end, int rule, RowList rows) throws RowLimitException {
    if (at < end - 4 && isPrologue(at)) {
      rows.add(at, UnwindRow.sp(8, 0));
      rows.add(at + 1L, UnwindRow.sp(16, -16));
      rows.add(at + 4L, rule);
    } else if (code.get(at + 1) == (byte) 0xc3
        && (code.get(at) == 0x5d || code.get(at) == (byte) 0xc9)) { // pop rbp or leave; ret
      rows.add(at + 1L, UnwindRow.sp(8, 0));
      rows.add(at + 2L, rule);
    }
  }
}
