package dev.plumbline.unwind;

import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.unwind.EndReason;
import dev.plumbline.kernel.unwind.UnwindRow;
import java.io.IOException;

/**
 * Rows of Go functions from the stack depths of the line table. Stateless.
 *
 * <p>Functions save rbp below the return address as soon as they are a word deep. Those that write
 * the stack pointer ({@code systemstack}, {@code asmcgocall}, calls of the vdso) change to another
 * stack and keep rbp: their caller is found by it, on the goroutine's stack. {@code mcall} and
 * {@code morestack} clear rbp: there the stack ends, for reasons of their own. Top frames ({@code
 * goexit}, {@code mstart}, {@code rt0_go}) are roots.
 */
final class GoRows {
  private static final String SIGNAL_RETURN = "runtime.sigreturn";
  private static final int WORD = 8;

  private GoRows() {}

  /** Hands the rows of all Go functions to the collector; nothing for other programs. */
  static void collect(ElfFile file, FrameRows rows) throws IOException {
    try {
      GoLineTable table = GoLineTable.of(file);
      long text = table == null ? -1 : GoTextStart.find(file, table);
      if (table != null && text >= 0) {
        collect(table, text, rows);
      }
    } catch (UnwindFormatException ignored) {
      // a line table of an unknown version: frame pointers are guessed
    } catch (IndexOutOfBoundsException | ArithmeticException ignored) {
      rows.discard(); // a hostile table: what was read before stays
    }
  }

  private static void collect(GoLineTable table, long text, FrameRows rows)
      throws RowLimitException {
    for (int function = 0; function < table.count(); function++) {
      long entry = text + table.entry(function);
      long length = table.entry(function + 1) - table.entry(function);
      boolean isSignalReturn =
          length < 64 && length > 0 && table.name(function).startsWith(SIGNAL_RETURN);
      if (isSignalReturn && rows.begin(entry - 1, length + 1)) {
        rows.row(entry - 1, UnwindRow.signal()); // looked up by return address - 1
        rows.end();
      } else if (rows.begin(entry, length)) {
        addFunction(table, function, entry, length, rows);
        rows.end();
      }
    }
  }

  private static void addFunction(
      GoLineTable table, int function, long entry, long length, FrameRows rows) {
    int flags = table.flags(function);
    String name = flags == 0 || flags == 4 ? "" : table.name(function);
    int top = topRule(name, flags);
    if (top != 0) {
      boolean isScheduler = name.startsWith("runtime.mcall");
      rows.row(entry, isScheduler ? UnwindRow.sp(WORD, 0) : top);
      rows.row(entry + (isScheduler ? 1 : 0), top);
      return;
    }
    boolean changesStack = (flags & GoLineTable.WRITES_SP) != 0;
    try {
      boolean isKnown =
          table.depths(
              function,
              length,
              (offset, depth) -> rows.row(entry + offset, rule(depth, changesStack)));
      if (!isKnown) {
        rows.row(entry, UnwindRow.guess());
      }
    } catch (UnwindFormatException e) {
      rows.row(entry, UnwindRow.unsupported());
    }
  }

  /** Rule of a function where stacks end; 0 for others. */
  private static int topRule(String name, int flags) {
    if (name.startsWith("runtime.mcall")) {
      return UnwindRow.stop(EndReason.GO_MCALL);
    }
    if (name.equals("runtime.morestack") || name.equals("runtime.morestack.abi0")) {
      return UnwindRow.stop(EndReason.GO_SYSTEMSTACK);
    }
    return (flags & GoLineTable.TOP_FRAME) != 0 ? UnwindRow.root() : 0;
  }

  private static int rule(int depth, boolean changesStack) {
    if (changesStack && depth >= WORD) {
      return UnwindRow.bp(2 * WORD, -2 * WORD);
    }
    int bpOffset = depth >= WORD ? -2 * WORD : 0;
    return UnwindRow.isEncodable(depth + WORD, bpOffset)
        ? UnwindRow.sp(depth + WORD, bpOffset)
        : UnwindRow.unsupported();
  }
}
