package dev.plumbline.unwind;

import dev.plumbline.unwind.FrameState.Cfa;
import dev.plumbline.unwind.FrameState.Saved;

/**
 * The expressions that compilers and linkers really write, recognized by their form; no expression
 * is evaluated. Stateless.
 *
 * <ul>
 *   <li>a linkage table: {@code rsp + 8 + ((rip & 15) >= 11) * 8}
 *   <li>a realigned frame: the CFA is {@code *(rbp - n)}, the caller's rbp {@code *rbp}
 *   <li>a register at a fixed distance from rsp or rbp
 * </ul>
 */
final class FrameExpressions {
  private static final int DEREF = 0x06;
  private static final int BREG_RBP = 0x76;
  private static final int BREG_RSP = 0x77;

  /** breg7 8, breg16 0, lit15, and, lit11, ge, lit3, shl, plus. */
  private static final int[] LINKAGE_TABLE = {
    0x77, 0x08, 0x80, 0x00, 0x3f, 0x1a, 0x3b, 0x2a, 0x33, 0x24, 0x22
  };

  private FrameExpressions() {}

  /** Sets the CFA from an expression; the cursor moves behind it. */
  static void setCfa(FrameCursor cursor, FrameState state) throws UnwindFormatException {
    int end = end(cursor);
    int start = cursor.position();
    int limit = cursor.limit();
    state.cfa = Cfa.UNSUPPORTED;
    if (isLinkageTable(cursor, start, end)) {
      state.cfa = Cfa.LINKAGE_TABLE;
    } else if (end - start >= 3) {
      cursor.window(start, end);
      if (cursor.u8() == BREG_RBP) {
        long offset = cursor.sleb();
        if (cursor.position() == end - 1 && cursor.u8() == DEREF && offset < 0) {
          state.cfa = Cfa.REALIGNED;
          state.cfaOffset = -offset;
        }
      }
    }
    cursor.window(end, limit);
  }

  /** Sets where a register is saved from an expression; the cursor moves behind it. */
  static void save(FrameCursor cursor, FrameState state, long register)
      throws UnwindFormatException {
    int end = end(cursor);
    int start = cursor.position();
    int limit = cursor.limit();
    Saved where = Saved.UNSUPPORTED;
    long offset = 0;
    if (end - start >= 2) {
      cursor.window(start, end);
      int operation = cursor.u8();
      offset = cursor.sleb();
      if (cursor.position() == end && operation == BREG_RSP) {
        where = Saved.AT_RSP;
      } else if (cursor.position() == end && operation == BREG_RBP) {
        where = Saved.AT_RBP;
      }
    }
    state.save(register, where, offset);
    cursor.window(end, limit);
  }

  private static int end(FrameCursor cursor) throws UnwindFormatException {
    long length = cursor.uleb();
    if (length < 0 || length > cursor.limit() - cursor.position()) {
      throw new UnwindFormatException("expression of " + length + " bytes");
    }
    return cursor.position() + (int) length;
  }

  private static boolean isLinkageTable(FrameCursor cursor, int start, int end)
      throws UnwindFormatException {
    if (end - start != LINKAGE_TABLE.length) {
      return false;
    }
    boolean isEqual = true;
    for (int expected : LINKAGE_TABLE) {
      isEqual &= cursor.u8() == expected;
    }
    cursor.window(start, cursor.limit());
    return isEqual;
  }
}
