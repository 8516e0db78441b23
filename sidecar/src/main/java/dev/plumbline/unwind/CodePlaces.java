package dev.plumbline.unwind;

import java.util.BitSet;

/**
 * Where functions and blocks begin in code without tables, as one reading from front to back tells.
 * All sets hold distances from the code's beginning. Confined to one thread.
 */
final class CodePlaces {
  private static final int ALIGNMENT = 16;

  /** The second register is saved so many instructions behind the first. */
  private static final int SAVED_WITHIN = 4;

  /** An argument on the stack is taken off within so many instructions. */
  private static final int TAKEN_OFF_WITHIN = 64;

  private final CodeWindow code;
  private final int from;
  private final int end;
  private final Instruction instruction = new Instruction();
  private final BitSet starts;
  private final BitSet targets;
  private final BitSet taken;
  private final BitSet heads;

  private CodePlaces(CodeWindow code, BitSet symbols) {
    this.code = code;
    this.from = code.start();
    this.end = code.limit();
    this.starts = symbols;
    this.targets = new BitSet(end - from);
    this.taken = new BitSet(end - from);
    this.heads = new BitSet(end - from);
  }

  /**
   * Reads code.
   *
   * @param code all of which the window holds
   * @param symbols the functions that are known; others are added
   */
  static CodePlaces of(CodeWindow code, BitSet symbols) {
    CodePlaces places = new CodePlaces(code, symbols);
    places.read();
    return places;
  }

  /** First instructions of functions; more may be added. */
  BitSet starts() {
    return starts;
  }

  /** What code jumps to. */
  BitSet targets() {
    return targets;
  }

  /** Places whose address is taken: functions, or labels of a function that jumps to them. */
  BitSet taken() {
    return taken;
  }

  /** First instructions behind such that do not go on with the next one. */
  BitSet heads() {
    return heads;
  }

  private void read() {
    BitSet behindCalls = new BitSet(end - from);
    BitSet behindPadding = new BitSet(end - from);
    boolean isBehindCall = false;
    boolean isBehindAnyCall = false;
    boolean isBehindEnd = false;
    boolean wasPadding = false;
    for (int at = from; at < end; ) {
      boolean isRead = instruction.read(code, at, end);
      boolean isPadding = isRead && instruction.isPadding();
      int next = next(instruction, at, isRead);
      if (isRead && !isPadding) {
        boolean isApart = isBehindAnyCall && wasPadding && at % ALIGNMENT == 0;
        behindCalls.set(at - from, isBehindCall && !wasPadding);
        behindPadding.set(at - from, isApart);
        heads.set(at - from, isBehindEnd);
        addPlace();
        isBehindEnd = instruction.endsBlock();
        boolean isCall = instruction.isCallOfFunction();
        boolean isAnyCall = isCall || instruction.isCallThroughPointer();
        boolean isLikely =
            (isApart && beginsFunction(instruction)) || (isBehindCall && savesRegisters());
        if (isLikely && !isArgument(at)) {
          starts.set(at - from);
        }
        isBehindCall = isCall;
        isBehindAnyCall = isAnyCall;
      }
      wasPadding = isPadding;
      at = next;
    }
    // A call that does not return ends a function: the next one is behind padding, or known.
    behindCalls.and(taken);
    behindCalls.or(behindPadding);
    behindCalls.andNot(targets);
    heads.or(behindCalls);
    if (!targets.get(0)) { // else the part of a function that compilers put aside
      starts.set(0);
    }
  }

  /**
   * The position behind an instruction, or the start of a function before it: then what was read
   * were no instructions. Where nothing was read, the next start.
   */
  int next(Instruction at, int position, boolean isRead) {
    if (!isRead) {
      int start = starts.nextSetBit(position + 1 - from);
      return start < 0 ? end : from + start;
    }
    for (int inside = position + 1; inside < at.end(); inside++) {
      if (starts.get(inside - from)) {
        return inside;
      }
    }
    return at.end();
  }

  private void addPlace() {
    if (instruction.isCall()) {
      set(starts, instruction.immediate() == 0 ? -1 : instruction.target());
    } else if (instruction.isJump()) {
      set(targets, instruction.target());
    } else if (instruction.opcode() == 0x8d) {
      set(taken, instruction.relativeOperand());
    }
  }

  private void set(BitSet places, long target) {
    if (target >= from && target < end) {
      places.set((int) target - from);
    }
  }

  /** Saves a register of the caller or makes room, as functions do first. */
  static boolean beginsFunction(Instruction first) {
    return savedRegister(first) > 0 || makesRoom(first) || first.isBranchMark();
  }

  private static boolean makesRoom(Instruction first) {
    boolean isSum = first.opcode() == 0x81 || first.opcode() == 0x83;
    return isSum && first.otherRegister() == Instruction.SP && first.group() == 5;
  }

  /**
   * Saves two registers of the caller in the order of compilers: behind a call only the next
   * function does. Reads on from the current instruction.
   */
  private boolean savesRegisters() {
    int first = savedRegister(instruction);
    if (first == 0) {
      return false;
    }
    for (int i = 0; i < SAVED_WITHIN && !instruction.isCall() && !instruction.endsBlock(); i++) {
      if (!instruction.read(code, instruction.end(), end)) {
        return false;
      }
      int second = savedRegister(instruction);
      if (second > 0) {
        return rank(second) < rank(first);
      }
    }
    return false;
  }

  /**
   * What is pushed there is taken off again and the code goes on: registers are saved until a
   * function returns.
   */
  private boolean isArgument(int at) {
    StackDepth depth = StackDepth.ENTRY;
    int position = at;
    for (int i = 0; i < TAKEN_OFF_WITHIN && instruction.read(code, position, end); i++) {
      depth = depth.after(instruction);
      position = instruction.end();
      if (i > 0 && depth.depth() <= StackDepth.ENTRY.depth()) {
        return !(instruction.read(code, position, end) && instruction.endsBlock());
      }
      if (instruction.endsBlock()) {
        return false;
      }
    }
    return false;
  }

  /** Compilers save r15 first and rbx last. */
  private static int rank(int register) {
    return switch (register) {
      case Instruction.BX -> 0;
      case Instruction.BP -> 1;
      default -> register;
    };
  }

  /** The register that is pushed, if functions save it for their callers; else 0. */
  private static int savedRegister(Instruction push) {
    int register = push.opcodeRegister();
    boolean isPush = (push.opcode() & ~7) == 0x50;
    return isPush && (register == Instruction.BX || register == Instruction.BP || register >= 12)
        ? register
        : 0;
  }
}
