package dev.plumbline.unwind;

import dev.plumbline.kernel.unwind.UnwindRow;

/**
 * Where the CFA, the caller's rbp and the return address are at one address: what the instructions
 * of a call frame program change, and what becomes a row. Mutable, confined to one thread.
 */
final class FrameState {
  private static final int RAX = 0;
  static final int RCX = 2;
  static final int RDI = 5;
  static final int RBP = 6;
  static final int RSP = 7;
  static final int RETURN_ADDRESS = 16;

  /** How the CFA is found. */
  enum Cfa {
    REGISTER,
    LINKAGE_TABLE,
    REALIGNED,
    UNSUPPORTED
  }

  /** Where the caller's value of a register is. */
  enum Saved {
    UNCHANGED,
    AT_CFA,
    AT_RSP,
    AT_RBP,
    IN_RCX,
    IN_RDI,
    UNDEFINED,
    UNSUPPORTED;

    static Saved inRegister(long number) {
      if (number == RCX) {
        return IN_RCX;
      }
      return number == RDI ? IN_RDI : UNSUPPORTED;
    }
  }

  Cfa cfa = Cfa.UNSUPPORTED;
  int cfaRegister;
  long cfaOffset;
  Saved bp = Saved.UNCHANGED;
  long bpOffset;
  Saved returnAddress = Saved.UNCHANGED;
  long returnAddressOffset;

  /** rax is saved: only functions that go to a landing pad do that, for what they pass in it. */
  private boolean isUnwinder;

  /** From the instruction on by which such a function leaves its frame. */
  private boolean isLanding;

  void copy(FrameState from) {
    cfa = from.cfa;
    cfaRegister = from.cfaRegister;
    cfaOffset = from.cfaOffset;
    bp = from.bp;
    bpOffset = from.bpOffset;
    returnAddress = from.returnAddress;
    returnAddressOffset = from.returnAddressOffset;
    isUnwinder = from.isUnwinder;
    isLanding = from.isLanding;
  }

  /**
   * CFA = register + offset. In an unwinder with rcx + 8, rcx points to the landing pad's address
   * and becomes the stack pointer, as GCC writes {@code __builtin_eh_return}; offsets from rsp that
   * follow belong to it.
   */
  void defineCfa(int register, long offset) {
    isLanding = register == RCX ? isUnwinder && offset == 8 : isLanding && register == RSP;
    cfa = Cfa.REGISTER;
    cfaRegister = register;
    cfaOffset = offset;
  }

  /** Sets where a register is saved; registers that rows do not hold are ignored. */
  void save(long register, Saved where, long offset) {
    if (register == RBP) {
      bp = where;
      bpOffset = offset;
    } else if (register == RETURN_ADDRESS) {
      returnAddress = where;
      returnAddressOffset = offset;
    } else if (register == RAX) {
      isUnwinder = where == Saved.AT_CFA;
    }
  }

  /** The rule of {@link UnwindRow} for this state. */
  int rule() {
    if (returnAddress == Saved.UNDEFINED) {
      return UnwindRow.root();
    }
    if (isLanding && cfa == Cfa.REGISTER) {
      return landingRule();
    }
    if (returnAddress == Saved.IN_RDI && cfa == Cfa.REGISTER && cfaRegister == RSP) {
      return isBpOurs() && UnwindRow.isEncodable(cfaOffset, 0)
          ? UnwindRow.callerInRdi((int) cfaOffset)
          : UnwindRow.unsupported();
    }
    if (returnAddress != Saved.AT_CFA || returnAddressOffset != -8) {
      return UnwindRow.unsupported();
    }
    return switch (cfa) {
      case REGISTER -> registerRule();
      case LINKAGE_TABLE -> UnwindRow.plt();
      case REALIGNED -> realignedRule();
      case UNSUPPORTED -> UnwindRow.unsupported();
    };
  }

  private int registerRule() {
    if (cfaRegister != RSP && cfaRegister != RBP) {
      return UnwindRow.unsupported();
    }
    long saved =
        switch (bp) {
          case UNCHANGED, UNDEFINED -> 0;
          case AT_CFA -> bpOffset;
          case AT_RSP -> cfaRegister == RSP ? bpOffset - cfaOffset : 1;
          case AT_RBP -> cfaRegister == RBP ? bpOffset - cfaOffset : 1;
          case IN_RCX, IN_RDI, UNSUPPORTED -> 1; // not encodable
        };
    if (!UnwindRow.isEncodable(cfaOffset, saved)) {
      return UnwindRow.unsupported();
    }
    return cfaRegister == RSP
        ? UnwindRow.sp((int) cfaOffset, (int) saved)
        : UnwindRow.bp((int) cfaOffset, (int) saved);
  }

  private boolean isBpOurs() {
    return bp == Saved.UNCHANGED || bp == Saved.UNDEFINED;
  }

  private int landingRule() {
    boolean isOnStack = returnAddress == Saved.AT_CFA && returnAddressOffset == -8;
    if (!isBpOurs() || !UnwindRow.isEncodable(cfaOffset, 0)) {
      return UnwindRow.unsupported();
    }
    if (cfaRegister == RCX) {
      return isOnStack ? UnwindRow.landingByRcx((int) cfaOffset) : UnwindRow.unsupported();
    }
    if (returnAddress == Saved.IN_RCX) {
      return UnwindRow.landingInRcx((int) cfaOffset);
    }
    return isOnStack ? UnwindRow.landing((int) cfaOffset) : UnwindRow.unsupported();
  }

  private int realignedRule() {
    boolean isBpOnTop = bp == Saved.AT_RBP && bpOffset == 0;
    return isBpOnTop && UnwindRow.isEncodable(cfaOffset, 0)
        ? UnwindRow.realigned((int) cfaOffset)
        : UnwindRow.unsupported();
  }
}
