package dev.plumbline.unwind;

/** What follows an opcode in 64-bit code, by the processor manuals' opcode maps. Stateless. */
final class Opcodes {
  /** Opcodes of one byte. */
  static final int PLAIN = 0;

  /** Opcodes behind 0f. */
  static final int SECOND = 1;

  static final int BEHIND_0F38 = 2;
  static final int BEHIND_0F3A = 3;

  private Opcodes() {}

  /** There is such an instruction in 64-bit code. */
  static boolean isPlain(int value) {
    return switch (value) {
      case 0x06, 0x07, 0x0e, 0x16, 0x17, 0x1e, 0x1f, 0x27, 0x2f, 0x37, 0x3f -> false;
      case 0x60, 0x61, 0x82, 0x9a, 0xce, 0xd4, 0xd5, 0xd6, 0xea -> false;
      default -> true;
    };
  }

  /** A byte of operands follows an opcode of one byte. */
  static boolean hasOperandByte(int value) {
    if (value < 0x40) {
      return (value & 7) < 4;
    }
    return switch (value) {
      case 0x63, 0x69, 0x6b, 0xc0, 0xc1, 0xc6, 0xc7, 0xf6, 0xf7, 0xfe, 0xff -> true;
      default -> (value & 0xf0) == 0x80 || (value & 0xfc) == 0xd0 || (value & 0xf8) == 0xd8;
    };
  }

  /**
   * Bytes of the immediate operand.
   *
   * @param group the operation that the operand byte chooses
   * @param isWide operands are 64 bits wide by a prefix
   * @param isSmall operands are 16 bits wide by a prefix, but for {@code isWide}
   */
  static int plainImmediate(int opcode, int group, boolean isWide, boolean isSmall) {
    int operand = isSmall && !isWide ? 2 : 4;
    if (opcode < 0x40) {
      return switch (opcode & 7) {
        case 4 -> 1;
        case 5 -> operand;
        default -> 0;
      };
    }
    return switch (opcode) {
      case 0x68, 0x69, 0x81, 0xa9, 0xc7 -> operand;
      case 0xe8, 0xe9 -> 4;
      case 0xc2, 0xca -> 2;
      case 0xc8 -> 3;
      case 0xa0, 0xa1, 0xa2, 0xa3 -> 8;
      case 0xb8, 0xb9, 0xba, 0xbb, 0xbc, 0xbd, 0xbe, 0xbf -> isWide ? 8 : operand;
      case 0xf6 -> group < 2 ? 1 : 0;
      case 0xf7 -> group < 2 ? operand : 0;
      case 0x6a, 0x6b, 0x80, 0x83, 0xa8, 0xc0, 0xc1, 0xc6, 0xcd, 0xeb -> 1;
      default -> isOneByte(opcode) ? 1 : 0;
    };
  }

  /** Short jumps, moves to registers of 8 bits, loops and ports. */
  private static boolean isOneByte(int value) {
    return (value & 0xf0) == 0x70 || (value & 0xf8) == 0xb0 || (value & 0xf8) == 0xe0;
  }

  /** There is such an instruction behind 0f. */
  static boolean isSecond(int value) {
    return switch (value) {
      case 0x04, 0x0a, 0x0c, 0x24, 0x25, 0x26, 0x27, 0x36, 0xa6, 0xa7 -> false;
      default -> value < 0x39 || value > 0x3f;
    };
  }

  /** A byte of operands follows an opcode behind 0f. */
  static boolean hasSecondOperandByte(int value) {
    return switch (value) {
      case 0x05, 0x06, 0x07, 0x08, 0x09, 0x0b, 0x0e, 0x77, 0xa0, 0xa1, 0xa2, 0xa8, 0xa9, 0xaa ->
          false;
      default -> (value & 0xf8) != 0x30 && (value & 0xf0) != 0x80 && (value & 0xf8) != 0xc8;
    };
  }

  /** Bytes of the immediate operand of an opcode behind 0f. */
  static int secondImmediate(int map, int opcode, boolean isVector) {
    if (map == BEHIND_0F38) {
      return 0;
    }
    if (map == BEHIND_0F3A) {
      return 1;
    }
    return switch (opcode) {
      case 0x0f, 0x70, 0x71, 0x72, 0x73, 0xa4, 0xac, 0xba, 0xc2, 0xc4, 0xc5, 0xc6 -> 1;
      default -> !isVector && (opcode & 0xf0) == 0x80 ? 4 : 0;
    };
  }
}
