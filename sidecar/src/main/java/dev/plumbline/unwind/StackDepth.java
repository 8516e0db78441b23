package dev.plumbline.unwind;

import dev.plumbline.kernel.unwind.UnwindRow;

/**
 * What is known of a frame before an instruction: how far below the CFA the stack pointer is, where
 * rbp points to if it is a frame pointer, and where the caller's rbp was saved. All in bytes, 0
 * where it is not known or not so. Immutable.
 *
 * @param depth CFA - rsp
 * @param frame CFA - rbp, once the function uses rbp as its frame pointer
 * @param saved saved rbp - CFA, negative
 * @param probed CFA - r11, where r11 holds how far a loop is to take the stack pointer down: large
 *     frames are touched page by page ({@code -fstack-clash-protection})
 * @param mayEnd the ABI's mark of an outermost frame may follow: the instruction is the first on a
 *     new thread's stack. The same at the start of what is taken for a function is mostly a case of
 *     a switch.
 * @param isRoot there is no caller
 */
record StackDepth(int depth, int frame, int saved, int probed, boolean mayEnd, boolean isRoot) {
  /** At the first instruction of a function. */
  static final StackDepth ENTRY = new StackDepth(8, 0, 0, 0, false, false);

  /** In a program's first function. */
  static final StackDepth ROOT = new StackDepth(0, 0, 0, 0, false, true);

  private static final int WORD = 8;

  /** Equal; what a record has for that is slow before it is compiled well. */
  boolean isLike(StackDepth other) {
    return depth == other.depth
        && frame == other.frame
        && saved == other.saved
        && probed == other.probed
        && mayEnd == other.mayEnd
        && isRoot == other.isRoot;
  }

  /** The rule for the caller. */
  int rule() {
    if (isRoot) {
      return UnwindRow.root();
    }
    if (depth > 0) {
      return UnwindRow.sp(depth, saved);
    }
    return frame > 0 ? UnwindRow.bp(frame, saved) : UnwindRow.guess();
  }

  /** Behind an instruction that goes on with the next one, or a jump. */
  StackDepth after(Instruction instruction) {
    if (isRoot) {
      return this;
    }
    int opcode = instruction.opcode();
    if ((opcode == 0x31 || opcode == 0x33) && isFramePointerCleared(instruction)) {
      return ROOT;
    }
    return switch (opcode) {
      case 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57 -> pushed(instruction);
      case 0x58, 0x59, 0x5a, 0x5b, 0x5c, 0x5d, 0x5e, 0x5f -> popped(instruction);
      case 0x68, 0x6a, 0x9c -> instruction.isSmall() ? withoutDepth() : deeper(WORD);
      case 0x9d, 0x8f -> instruction.isSmall() ? withoutDepth() : deeper(-WORD);
      case 0xff -> instruction.group() == 6 ? deeper(WORD) : running();
      case 0xe8 -> instruction.immediate() == 0 ? deeper(WORD) : running();
      case 0x81, 0x83 -> adjusted(instruction);
      case 0x39 -> isProbeEnd(instruction) ? withDepth(probed) : running();
      case 0x01, 0x09, 0x21, 0x29, 0x31 -> changed(instruction.otherRegister());
      case 0x03, 0x0b, 0x23, 0x2b, 0x33 -> changed(instruction.register());
      case 0x8d -> addressTaken(instruction);
      case 0x89 -> stored(instruction);
      case 0x8b -> loaded(instruction);
      case 0x87 -> exchanged(instruction);
      case 0xc8 -> withoutDepth();
      case 0xc9 -> withDepth(frame).restored();
      case 0x105 -> new StackDepth(depth, frame, saved, 0, true, false);
      case 0x84, 0x85, 0x11e, 0x174, 0x175, 0x184, 0x185, 0x74, 0x75 -> this;
      default -> running();
    };
  }

  private boolean isFramePointerCleared(Instruction instruction) {
    return mayEnd
        && depth > 0
        && saved == 0
        && instruction.register() == Instruction.BP
        && instruction.otherRegister() == Instruction.BP;
  }

  private StackDepth pushed(Instruction instruction) {
    if (instruction.isSmall()) {
      return withoutDepth();
    }
    StackDepth pushed = deeper(WORD);
    return instruction.opcodeRegister() == Instruction.BP ? pushed.savedAt(-pushed.depth) : pushed;
  }

  private StackDepth popped(Instruction instruction) {
    if (instruction.isSmall() || instruction.opcodeRegister() == Instruction.SP) {
      return withoutDepth();
    }
    if (instruction.opcodeRegister() == Instruction.BP) {
      return depth == -saved ? restored() : deeper(-WORD).withFrame(0);
    }
    return deeper(-WORD);
  }

  /** The caller's rbp is taken from the top of the stack. */
  private StackDepth restored() {
    boolean isIts = depth > 0 && depth == -saved;
    StackDepth above = deeper(-WORD);
    return new StackDepth(above.depth, 0, isIts ? 0 : saved, 0, false, false);
  }

  /** add, sub and and with a number. */
  private StackDepth adjusted(Instruction instruction) {
    if (instruction.otherRegister() == Instruction.R11 && instruction.group() == 5 && probed > 0) {
      return withProbed(probed + instruction.immediate());
    }
    if (instruction.otherRegister() != Instruction.SP) {
      return running();
    }
    return switch (instruction.group()) {
      case 0 -> instruction.isWide() ? deeper(-instruction.immediate()) : withoutDepth();
      case 5 -> instruction.isWide() ? deeper(instruction.immediate()) : withoutDepth();
      case 7 -> running(); // compares
      default -> withoutDepth();
    };
  }

  /** By a sum with what is not known here. */
  private StackDepth changed(int register) {
    return switch (register) {
      case Instruction.SP -> withoutDepth();
      case Instruction.BP -> withFrame(0);
      default -> running();
    };
  }

  private StackDepth addressTaken(Instruction instruction) {
    boolean isOfStack = depth > 0 && instruction.isAt(Instruction.SP);
    boolean isOfFrame = frame > 0 && instruction.isAt(Instruction.BP);
    int below = (isOfStack ? depth : frame) - instruction.displacement();
    if (instruction.register() == Instruction.SP) {
      return isOfStack || isOfFrame ? withDepth(below) : withoutDepth();
    }
    if (instruction.register() == Instruction.BP) {
      return withFrame(isOfStack ? below : 0);
    }
    return instruction.register() == Instruction.R11
        ? withProbed(isOfStack ? below : 0)
        : running();
  }

  private StackDepth stored(Instruction instruction) {
    int from = instruction.register();
    int to = instruction.otherRegister();
    if (to >= 0) {
      return moved(from, to);
    }
    boolean isSaved =
        from == Instruction.BP
            && depth > 0
            && instruction.isWide()
            && instruction.isAt(Instruction.SP);
    return isSaved ? savedAt(instruction.displacement() - depth) : running();
  }

  private StackDepth loaded(Instruction instruction) {
    int to = instruction.register();
    int from = instruction.otherRegister();
    if (from >= 0) {
      return moved(from, to);
    }
    if (to == Instruction.SP) {
      return withoutDepth();
    }
    if (to != Instruction.BP) {
      return running();
    }
    boolean isRestored =
        saved < 0
            && depth > 0
            && instruction.isAt(Instruction.SP)
            && instruction.displacement() - depth == saved;
    return new StackDepth(depth, 0, isRestored ? 0 : saved, 0, false, false);
  }

  private StackDepth moved(int from, int to) {
    if (to == Instruction.SP) {
      return from == Instruction.BP ? withDepth(frame) : withoutDepth();
    }
    if (to == Instruction.BP) {
      return withFrame(from == Instruction.SP ? depth : 0);
    }
    return to == Instruction.R11 ? withProbed(from == Instruction.SP ? depth : 0) : running();
  }

  private StackDepth exchanged(Instruction instruction) {
    int one = instruction.register();
    int other = instruction.otherRegister();
    StackDepth then = one == Instruction.SP || other == Instruction.SP ? withoutDepth() : running();
    return one == Instruction.BP || other == Instruction.BP ? then.withFrame(0) : then;
  }

  private StackDepth running() {
    return mayEnd ? new StackDepth(depth, frame, saved, probed, false, false) : this;
  }

  private StackDepth deeper(long bytes) {
    return depth > 0 ? withDepth(depth + bytes) : running();
  }

  private StackDepth withoutDepth() {
    return withDepth(0);
  }

  /** A depth that no function has at its end or that rows do not hold is not known. */
  private StackDepth withDepth(long bytes) {
    boolean isKnown = bytes >= WORD && UnwindRow.isEncodable(bytes, 0);
    return new StackDepth(isKnown ? (int) bytes : 0, frame, saved, probed, false, false);
  }

  /** {@code cmp %r11,%rsp}, the last of a loop that goes on until they are equal. */
  private boolean isProbeEnd(Instruction instruction) {
    return probed > 0
        && instruction.register() == Instruction.R11
        && instruction.otherRegister() == Instruction.SP;
  }

  private StackDepth withProbed(long bytes) {
    boolean isKnown = bytes >= WORD && UnwindRow.isEncodable(bytes, 0);
    return new StackDepth(depth, frame, saved, isKnown ? (int) bytes : 0, false, false);
  }

  private StackDepth withFrame(int bytes) {
    boolean isKnown = bytes >= WORD && UnwindRow.isEncodable(bytes, 0);
    return new StackDepth(depth, isKnown ? bytes : 0, saved, probed, false, false);
  }

  /** The first save is that of the caller's value. */
  private StackDepth savedAt(int offset) {
    boolean isFirst = saved == 0 && frame == 0 && depth > 0;
    boolean isPossible = offset <= -2 * WORD && UnwindRow.isEncodable(WORD, offset);
    return isFirst && isPossible
        ? new StackDepth(depth, frame, offset, probed, false, false)
        : running();
  }
}
