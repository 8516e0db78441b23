package dev.plumbline.unwind;

import dev.plumbline.unwind.FrameState.Saved;

/**
 * Executes the instructions of {@code .eh_frame} (DWARF 5, section 6.4.2) and hands a row to the
 * collector for each address where something that rows hold has changed. Confined to one thread.
 */
final class CallFrameProgram {
  private static final int MAX_REMEMBERED = 64;

  private final FrameState state = new FrameState();
  private final FrameState[] remembered = new FrameState[MAX_REMEMBERED];
  private int rememberedCount;

  /** Runs the instructions of a CIE: everything up to the cursor's limit. */
  FrameState initialState(FrameCursor cursor, CommonInformation common)
      throws UnwindFormatException {
    state.copy(new FrameState());
    rememberedCount = 0;
    while (cursor.hasMore()) {
      instruction(cursor, cursor.u8(), common);
    }
    return state;
  }

  /** Runs the instructions of a function that begins at {@code start}. */
  void run(FrameCursor cursor, CommonInformation common, long start, FrameRows rows)
      throws UnwindFormatException {
    state.copy(common.initial());
    rememberedCount = 0;
    long address = start;
    while (cursor.hasMore()) {
      int code = cursor.u8();
      long steps = advance(cursor, code);
      if (steps >= 0) {
        rows.row(address, state.rule());
        address += steps * common.codeAlignment();
      } else {
        instruction(cursor, code, common);
      }
    }
    rows.row(address, state.rule());
  }

  /** Steps of an instruction that moves on, or -1 for another. */
  private static long advance(FrameCursor cursor, int code) throws UnwindFormatException {
    if (code >> 6 == 1) {
      return code & 0x3f;
    }
    return switch (code) {
      case 0x02 -> cursor.u8();
      case 0x03 -> cursor.u16();
      case 0x04 -> cursor.u32();
      default -> -1;
    };
  }

  private void instruction(FrameCursor cursor, int code, CommonInformation common)
      throws UnwindFormatException {
    switch (code >> 6) {
      case 2 -> state.save(code & 0x3f, Saved.AT_CFA, cursor.uleb() * common.dataAlignment());
      case 3 -> restore(code & 0x3f, common);
      default -> extended(cursor, code, common);
    }
  }

  private void extended(FrameCursor cursor, int code, CommonInformation common)
      throws UnwindFormatException {
    switch (code) {
      case 0x00 -> {
        // padding
      }
      case 0x05 -> state.save(cursor.uleb(), Saved.AT_CFA, cursor.uleb() * common.dataAlignment());
      case 0x06 -> restore(cursor.uleb(), common);
      case 0x07 -> state.save(cursor.uleb(), Saved.UNDEFINED, 0);
      case 0x08 -> state.save(cursor.uleb(), Saved.UNCHANGED, 0);
      case 0x09 -> state.save(cursor.uleb(), Saved.inRegister(cursor.uleb()), 0);
      case 0x0a -> remember();
      case 0x0b -> recall();
      case 0x0c -> defineCfa(cursor.uleb(), cursor.uleb());
      case 0x0d -> defineCfa(cursor.uleb(), state.cfaOffset);
      case 0x0e -> defineCfa(state.cfaRegister, cursor.uleb());
      case 0x0f -> FrameExpressions.setCfa(cursor, state);
      case 0x10 -> FrameExpressions.save(cursor, state, cursor.uleb());
      case 0x11 -> state.save(cursor.uleb(), Saved.AT_CFA, cursor.sleb() * common.dataAlignment());
      case 0x12 -> defineCfa(cursor.uleb(), cursor.sleb() * common.dataAlignment());
      case 0x13 -> defineCfa(state.cfaRegister, cursor.sleb() * common.dataAlignment());
      case 0x14, 0x15 -> {
        state.save(cursor.uleb(), Saved.UNSUPPORTED, 0); // the value itself, not where it is
        cursor.uleb();
      }
      case 0x16 -> {
        state.save(cursor.uleb(), Saved.UNSUPPORTED, 0);
        cursor.skip(cursor.uleb());
      }
      case 0x2e -> cursor.uleb(); // size of arguments
      default -> throw new UnwindFormatException("instruction " + code);
    }
  }

  private void defineCfa(long register, long offset) {
    state.defineCfa((int) Math.min(register, Integer.MAX_VALUE), offset);
  }

  private void restore(long register, CommonInformation common) {
    if (register == FrameState.RBP) {
      state.save(register, common.initial().bp, common.initial().bpOffset);
    } else if (register == FrameState.RETURN_ADDRESS) {
      state.save(register, common.initial().returnAddress, common.initial().returnAddressOffset);
    }
  }

  private void remember() throws UnwindFormatException {
    if (rememberedCount == MAX_REMEMBERED) {
      throw new UnwindFormatException("more than " + MAX_REMEMBERED + " remembered states");
    }
    if (remembered[rememberedCount] == null) {
      remembered[rememberedCount] = new FrameState();
    }
    remembered[rememberedCount++].copy(state);
  }

  private void recall() throws UnwindFormatException {
    if (rememberedCount == 0) {
      throw new UnwindFormatException("no remembered state");
    }
    state.copy(remembered[--rememberedCount]);
  }
}
