package dev.plumbline.unwind;

/**
 * One x86-64 instruction: its length, and as much of its operands as the depth of a stack depends
 * on. Reads every encoding up to XOP and EVEX by its length alone, so that the next instruction is
 * found; what it does is the caller's to know. Mutable, confined to one thread.
 */
final class Instruction {
  /** Most bytes of an instruction. */
  static final int MAX_BYTES = 15;

  static final int BX = 3;
  static final int SP = 4;
  static final int BP = 5;
  static final int R11 = 11;

  private static final int NO_REGISTER = -1;

  private CodeWindow code = CodeWindow.NONE;
  private int start;
  private int position;

  private int map;
  private int opcode;
  private boolean isVector;
  private boolean hasSmallOperands;
  private boolean isRepeated;
  private int rex;
  private int mod;
  private int reg;
  private int rm;
  private int base;
  private int index;
  private int displacement;
  private long immediate;

  /**
   * Reads the instruction at a position that the window holds; false where there is none, or where
   * it reaches beyond {@code end}.
   */
  boolean read(CodeWindow from, int at, int end) {
    code = from;
    start = at;
    position = at;
    reset();
    int first = prefixes();
    boolean isKnown =
        switch (first) {
          case 0xc5, 0xc4, 0x62 -> vector(first);
          case 0x0f -> second();
          case 0x8f -> isExtended() ? extended() : plain(first);
          default -> plain(first);
        };
    // By lengths: positions may lie just below 2 GiB.
    return isKnown && length() <= MAX_BYTES && length() <= end - start;
  }

  private void reset() {
    map = Opcodes.PLAIN;
    isVector = false;
    hasSmallOperands = false;
    isRepeated = false;
    rex = 0;
    mod = 0;
    reg = 0;
    rm = 0;
    base = NO_REGISTER;
    index = NO_REGISTER;
    displacement = 0;
    immediate = 0;
  }

  /** Beyond the longest instruction there are zeros, which the check of the length then refuses. */
  private int next() {
    int at = position++;
    return at - start < MAX_BYTES ? code.get(at) & 0xff : 0;
  }

  private int prefixes() {
    while (true) {
      int value = next();
      switch (value) {
        case 0x66 -> hasSmallOperands = true;
        case 0xf2, 0xf3 -> isRepeated = true;
        case 0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65, 0x67, 0xf0 -> {}
        default -> {
          if ((value & 0xf0) == 0x40) {
            rex = value;
            value = next();
          }
          return value;
        }
      }
    }
  }

  private boolean plain(int value) {
    opcode = value;
    if (!Opcodes.isPlain(value)) {
      return false;
    }
    if (Opcodes.hasOperandByte(value)) {
      operandByte();
    }
    immediate(Opcodes.plainImmediate(value, reg, isWide(), hasSmallOperands));
    return true;
  }

  private boolean second() {
    int value = next();
    opcode = value;
    map = Opcodes.SECOND;
    if (value == 0x38 || value == 0x3a) {
      map = value == 0x38 ? Opcodes.BEHIND_0F38 : Opcodes.BEHIND_0F3A;
      opcode = next();
    } else if (!Opcodes.isSecond(value)) {
      return false;
    }
    if (map != Opcodes.SECOND || Opcodes.hasSecondOperandByte(value)) {
      operandByte();
    }
    immediate(Opcodes.secondImmediate(map, opcode, false));
    return true;
  }

  /** VEX and EVEX: one to three bytes say what prefixes and the first opcode bytes otherwise do. */
  private boolean vector(int first) {
    isVector = true;
    int payload = next();
    map =
        switch (first) {
          case 0xc5 -> Opcodes.SECOND;
          case 0xc4 -> payload & 0x1f;
          default -> payload & 7;
        };
    position +=
        switch (first) {
          case 0xc5 -> 0;
          case 0xc4 -> 1;
          default -> 2;
        };
    opcode = next();
    if (map == Opcodes.PLAIN || map > 6) {
      return false;
    }
    if (map != Opcodes.SECOND || opcode != 0x77) {
      operandByte();
    }
    immediate(map > Opcodes.BEHIND_0F3A ? 0 : Opcodes.secondImmediate(map, opcode, true));
    return true;
  }

  /** AMD's XOP begins like a pop whose operand byte no pop has. */
  private boolean isExtended() {
    return (code.get(position) & 0x1f) >= 8;
  }

  private boolean extended() {
    isVector = true;
    map = next() & 0x1f;
    position++;
    opcode = next();
    operandByte();
    immediate(
        switch (map) {
          case 8 -> 1;
          case 10 -> 4;
          default -> 0;
        });
    return true;
  }

  private void operandByte() {
    int value = next();
    mod = value >> 6;
    reg = value >> 3 & 7;
    rm = value & 7;
    if (mod == 3) {
      return;
    }
    int size =
        switch (mod) {
          case 1 -> 1;
          case 2 -> 4;
          default -> 0;
        };
    base = rm | ((rex & 1) << 3);
    int low = rm;
    if (rm == SP) {
      int scaled = next();
      low = scaled & 7;
      base = low | ((rex & 1) << 3);
      index = (scaled >> 3 & 7) | ((rex & 2) << 2);
      index = index == SP ? NO_REGISTER : index;
    }
    if (mod == 0 && low == BP) {
      base = NO_REGISTER;
      size = 4;
    }
    displacement = (int) number(size);
  }

  private void immediate(int size) {
    immediate = number(size);
  }

  /** A signed number. */
  private long number(int size) {
    long value = 0;
    for (int i = 0; i < size; i++) {
      value |= (long) next() << (8 * i);
    }
    int unused = Long.SIZE - 8 * size;
    return size == 0 ? 0 : value << unused >> unused;
  }

  /** Bytes. */
  int length() {
    return position - start;
  }

  /** Position of the next instruction. */
  int end() {
    return position;
  }

  /** Where the immediate operand, as an offset from the next instruction, leads to. */
  long target() {
    return position + immediate;
  }

  /** Where an operand that is given by its distance from the next instruction lies; else -1. */
  long relativeOperand() {
    return mod == 0 && rm == BP ? (long) position + displacement : -1;
  }

  /** The opcode if it is one of a byte, or of a byte behind 0f, or'ed with 0x100; else -1. */
  int opcode() {
    if (isVector || map > Opcodes.SECOND) {
      return -1;
    }
    return (map << 8) | opcode;
  }

  /** The three bits that choose a register, or the operation of a group. */
  int group() {
    return reg;
  }

  /** The register operand, 0 to 15. */
  int register() {
    return reg | ((rex & 4) << 1);
  }

  /** The register that the low bits of the opcode name, 0 to 15. */
  int opcodeRegister() {
    return (opcode & 7) | ((rex & 1) << 3);
  }

  /** The second register operand, 0 to 15; -1 if it is memory. */
  int otherRegister() {
    return mod == 3 ? rm | ((rex & 1) << 3) : NO_REGISTER;
  }

  /** The operand is memory at that register and a displacement, and nothing else. */
  boolean isAt(int register) {
    return mod != 3 && base == register && index == NO_REGISTER;
  }

  /** In bytes. */
  int displacement() {
    return displacement;
  }

  /** The immediate operand; 0 if there is none. */
  long immediate() {
    return immediate;
  }

  /** Operands are 64 bits wide by a prefix. */
  boolean isWide() {
    return (rex & 8) != 0;
  }

  /** Operands are 16 bits wide by a prefix. */
  boolean isSmall() {
    return hasSmallOperands;
  }

  /** A call of a place that it states. */
  boolean isCall() {
    return opcode() == 0xe8;
  }

  /** The same, or a call of what one place says: another file's function. */
  boolean isCallOfFunction() {
    return isCall() || (isCallThroughPointer() && mod == 0 && rm == BP);
  }

  /** A call of what a register or memory says. */
  boolean isCallThroughPointer() {
    return opcode() == 0xff && reg == 2;
  }

  /** Returns to the caller. */
  boolean isReturn() {
    return opcode() == 0xc3 || opcode() == 0xc2;
  }

  /** Jumps, always or on a condition, to a place that it states. */
  boolean isJump() {
    int code = opcode();
    return code == 0xe9
        || code == 0xeb
        || (code & ~0xf) == 0x70
        || (code & ~0xf) == 0x180
        || (code & ~3) == 0xe0;
  }

  /** Jumps to where a register or memory says. */
  boolean isTableJump() {
    return opcode() == 0xff && reg == 4;
  }

  /** The next instruction does not follow: jumps, returns, traps and halts. */
  boolean endsBlock() {
    return switch (opcode()) {
      case 0xe9, 0xeb, 0xc2, 0xc3, 0xca, 0xcb, 0xcc, 0xcf, 0xf4, 0x10b -> true;
      case 0xff -> reg == 4 || reg == 5;
      default -> false;
    };
  }

  /** {@code endbr64}: a function, or another place that is jumped to, begins here. */
  boolean isBranchMark() {
    return opcode() == 0x11e && isRepeated && mod == 3 && reg == 7 && rm == 2;
  }

  /** What compilers and linkers put between functions. */
  boolean isPadding() {
    return switch (opcode()) {
      case 0x90 -> !isRepeated;
      case 0xcc, 0x11f -> true;
      case 0x00 -> mod == 0 && reg == 0 && rm == 0; // zeros
      default -> false;
    };
  }
}
