package dev.plumbline.unwind;

import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.unwind.EndReason;
import dev.plumbline.kernel.unwind.UnwindRow;
import dev.plumbline.symbol.go.GoLineTable;
import dev.plumbline.symbol.go.MalformedGoTableException;
import java.io.IOException;

/**
 * Rows of Go functions from the stack depths of the line table. Confined to one thread.
 *
 * <p>Functions save rbp below the return address as soon as they are a word deep. Those that write
 * the stack pointer ({@code systemstack}, {@code asmcgocall}, calls of the vdso) change to another
 * stack and keep rbp: their caller is found by it, on the goroutine's stack. {@code mcall} and
 * {@code morestack} clear rbp once they have changed the stack: the scheduler's stack begins in the
 * first, and from the second the walk goes on with the goroutine of {@link GoSystemStack}. Top
 * frames ({@code goexit}, {@code mstart}, {@code rt0_go}) are roots, but for {@code sigtramp}: the
 * kernel made that one return to where a signal ends, and below is what the signal interrupted.
 */
final class GoRows {
  private static final String SIGNAL_RETURN = "runtime.sigreturn";
  private static final String SIGNAL_ENTRY = "runtime.sigtramp";
  private static final String SCHEDULER = "runtime.mcall";
  private static final String MORE_STACK = "runtime.morestack";
  private static final int WORD = 8;

  private final GoLineTable table;
  private final GoSystemStack systemStack;
  private final FrameRows rows;

  private GoRows(GoLineTable table, GoSystemStack systemStack, FrameRows rows) {
    this.table = table;
    this.systemStack = systemStack;
    this.rows = rows;
  }

  /** Hands the rows of all Go functions to the collector; nothing for other programs. */
  static void collect(ElfFile file, FrameRows rows) throws IOException {
    try {
      GoLineTable table = GoLineTable.find(file);
      if (table != null && table.hasTopFrames()) {
        new GoRows(table, GoSystemStack.of(file, table), rows).collect();
      }
    } catch (MalformedGoTableException ignored) {
      rows.discard(); // of an unknown version, or hostile: what was read before stays
    }
  }

  private void collect() throws MalformedGoTableException, RowLimitException {
    boolean isReturn = isSignalReturn(0);
    for (int function = 0; function < table.functionCount(); function++) {
      // It is looked up by return address - 1, and takes that byte from the function before.
      boolean isBeforeReturn = isSignalReturn(function + 1);
      long entry = table.entry(function) - (isReturn ? 1 : 0);
      long length = table.end(function) - entry - (isBeforeReturn ? 1 : 0);
      if (rows.begin(entry, length)) {
        if (isReturn) {
          rows.row(entry, UnwindRow.signal());
        } else {
          addFunction(function, entry, length);
        }
        rows.end();
      }
      isReturn = isBeforeReturn;
    }
  }

  private boolean isSignalReturn(int function) throws MalformedGoTableException {
    if (function >= table.functionCount()) {
      return false;
    }
    long length = table.end(function) - table.entry(function);
    return length < 64 && length > 0 && table.name(function).startsWith(SIGNAL_RETURN);
  }

  private void addFunction(int function, long entry, long length) {
    try {
      boolean changesStack = table.writesStackPointer(function);
      String name = changesStack ? table.name(function) : "";
      if (isNamed(name, SCHEDULER) || isNamed(name, MORE_STACK)) {
        addSwitch(function, entry, length, ruleBehindSwitch(name));
      } else if (GoSystemStack.isSystemStack(name) && addFrameless(function, entry, length)) {
        return;
      } else if (table.isTopFrame(function) && !isNamed(table.name(function), SIGNAL_ENTRY)) {
        rows.row(entry, UnwindRow.root());
      } else {
        addDepths(function, changesStack);
      }
    } catch (MalformedGoTableException e) {
      rows.row(entry, UnwindRow.unsupported());
    }
  }

  private static boolean isNamed(String name, String wanted) {
    return name.equals(wanted) || name.equals(wanted + ".abi0");
  }

  private int ruleBehindSwitch(String name) {
    if (isNamed(name, SCHEDULER)) {
      return UnwindRow.stop(EndReason.GO_MCALL);
    }
    return systemStack.currentOffset() > 0
        ? UnwindRow.goSystem(systemStack.currentOffset(), EndReason.GO_SYSTEMSTACK)
        : UnwindRow.stop(EndReason.GO_SYSTEMSTACK);
  }

  /** The caller's frame up to the instruction that changes the stack; from there on the rule. */
  private void addSwitch(int function, long entry, long length, int rule)
      throws MalformedGoTableException {
    long behind = systemStack.behindSwitch(entry, length);
    if (behind > 0) {
      addDepths(function, false);
    }
    rows.cut(behind > 0 ? behind : entry);
    rows.row(behind > 0 ? behind : entry, rule);
  }

  /** On the system stack the caller's frame is the goroutine's; before and behind, it is here. */
  private boolean addFrameless(int function, long entry, long length)
      throws MalformedGoTableException {
    long entered = systemStack.behindFramelessSwitch(entry, length);
    long left = systemStack.behindSwitch(entry, length);
    if (entered == 0 || left < entered) {
      return false;
    }
    addDepths(function, false);
    rows.cut(entered);
    rows.row(
        entered,
        systemStack.currentOffset() > 0
            ? UnwindRow.goSystemCall(systemStack.currentOffset(), EndReason.GO_SYSTEMSTACK)
            : UnwindRow.stop(EndReason.GO_SYSTEMSTACK));
    rows.row(left, UnwindRow.sp(WORD, 0));
    return true;
  }

  private void addDepths(int function, boolean changesStack) throws MalformedGoTableException {
    boolean isKnown =
        table.stackDeltas(
            function, (start, end, depth) -> rows.row(start, rule(depth, changesStack)));
    if (!isKnown) {
      rows.row(table.entry(function), UnwindRow.guess());
    }
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
