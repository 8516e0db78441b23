package dev.plumbline.unwind;

import dev.plumbline.kernel.unwind.EndReason;
import dev.plumbline.kernel.unwind.SampleRecord;

/**
 * Goes on with a walk that the kernel could not finish, on the copy of the stack that the sample
 * carries, step by step as {@code unwind.h} does it. For the first samples of a process, and to
 * check the kernel's walk. Confined to one thread; {@link #word} holds until the next walk.
 */
public final class StackCopyWalker {
  /** Most words of a user stack, as in the kernel. */
  public static final int MAX_WORDS = 512;

  private static final long EXACT = 4L << 60;
  private static final long MAX_FRAME_BYTES = 1 << 20;
  private static final int PLT_PUSHED_FROM = 11;

  private final byte[] code = new byte[7];
  private final long[] words = new long[MAX_WORDS];
  private int count;
  private SampleRecord sample = new SampleRecord();
  private long pc;
  private long sp;
  private long bp;
  private boolean isExact;
  private long loaded;

  /** Walks on from where the sample stopped; the sample must have a stack. */
  public EndReason walk(SampleRecord from, StackCode process) {
    sample = from;
    pc = from.pc();
    sp = from.sp();
    bp = from.bp();
    isExact = from.isExactPc();
    count = 0;
    int room = MAX_WORDS - from.userWords();
    while (true) {
      EndReason end = step(process);
      if (end != EndReason.NONE) {
        return end;
      }
      if (count >= room) {
        return EndReason.TOO_DEEP;
      }
      words[count++] = pc | (isExact ? EXACT : 0);
    }
  }

  /** Number of words that the last walk added to those of the sample. */
  public int wordCount() {
    return count;
  }

  /** The words that the last walk added, at their beginning; not a copy. */
  public long word(int index) {
    return words[index];
  }

  /** Where the last walk stopped. */
  public long pc() {
    return pc;
  }

  private boolean load(long address) {
    long at = address - sample.sp();
    if (at < 0 || at > sample.stackBytes() - 8) {
      return false;
    }
    loaded = sample.stackWord((int) at);
    return true;
  }

  private EndReason step(StackCode process) {
    long address = pc - (isExact ? 0 : 1);
    long row = process.row(address);
    long offset = (row >>> 45 & 0x3fff) * 8;
    long bpOffset = (int) (row >>> 13) >> 19;
    long cfa;
    switch ((int) (row >>> 59)) {
      case 0 -> cfa = sp + offset;
      case 1 -> cfa = bp + offset;
      case 2 -> cfa = sp + 8 + ((pc & 15) >= PLT_PUSHED_FROM ? 8 : 0);
      case 3 -> {
        return EndReason.of((int) (offset / 8));
      }
      case 4 -> {
        return signalStep();
      }
      case 5 -> {
        if (!load(bp - offset)) {
          return EndReason.READ_FAULT;
        }
        cfa = loaded;
        return finish(cfa, bp, true);
      }
      case 6 -> {
        return framePointerStep();
      }
      case 7 -> {
        return guessStep(process);
      }
      case 8 -> { // a goroutine's registers lie outside of the copy
        return EndReason.of((int) bpOffset);
      }
      case 10 -> {
        return landingStep(sp + offset, bpOffset == 0);
      }
      default -> {
        return EndReason.UNSUPPORTED_RULE;
      }
    }
    return finish(cfa, cfa + bpOffset * 8, bpOffset != 0);
  }

  private EndReason finish(long cfa, long savedBpAt, boolean isBpSaved) {
    if (isBpSaved) {
      if (!load(savedBpAt)) {
        return EndReason.READ_FAULT;
      }
      bp = loaded;
    }
    if (!load(cfa - 8)) {
      return EndReason.READ_FAULT;
    }
    return returnTo(loaded, cfa, EndReason.ZERO_RETURN);
  }

  private EndReason returnTo(long address, long newSp, EndReason ifZero) {
    pc = address;
    sp = newSp;
    isExact = false;
    return pc == 0 ? ifZero : EndReason.NONE;
  }

  private EndReason signalStep() {
    long context = sp + 40;
    if (!load(context + 10 * 8)) {
      return EndReason.READ_FAULT;
    }
    final long savedBp = loaded;
    if (!load(context + 15 * 8)) {
      return EndReason.READ_FAULT;
    }
    final long savedSp = loaded;
    if (!load(context + 16 * 8)) {
      return EndReason.READ_FAULT;
    }
    pc = loaded;
    sp = savedSp;
    bp = savedBp;
    isExact = true;
    return EndReason.NONE;
  }

  /** Three of the four ways need rcx or rdi, which a copy of the stack does not have. */
  private EndReason landingStep(long cfa, boolean isOnStack) {
    if (!isOnStack || !isExact) {
      return EndReason.UNSUPPORTED_RULE;
    }
    if (!load(cfa - 8)) {
      return EndReason.READ_FAULT;
    }
    pc = loaded;
    sp = cfa;
    return pc == 0 ? EndReason.ZERO_RETURN : EndReason.NONE;
  }

  private EndReason framePointerStep() {
    if (bp == 0 || !load(bp + 8)) {
      return EndReason.FRAME_POINTER;
    }
    long returnAddress = loaded;
    if (!load(bp)) {
      return EndReason.FRAME_POINTER;
    }
    long newSp = bp + 16;
    bp = loaded;
    return returnTo(returnAddress, newSp, EndReason.FRAME_POINTER);
  }

  private EndReason guessStep(StackCode process) {
    if (isExact && load(sp) && followsCall(process, loaded)) {
      return returnTo(loaded, sp + 8, EndReason.ZERO_RETURN);
    }
    if (bp < sp || bp - sp > MAX_FRAME_BYTES || (bp & 7) != 0 || !load(bp + 8)) {
      return EndReason.GUESS_FAILED;
    }
    long returnAddress = loaded;
    if (!followsCall(process, returnAddress) || !load(bp)) {
      return EndReason.GUESS_FAILED;
    }
    long newSp = bp + 16;
    bp = loaded;
    return returnTo(returnAddress, newSp, EndReason.GUESS_FAILED);
  }

  /** A call ends at the address: {@code e8} with four bytes, or {@code ff /2} of 2 to 7 bytes. */
  private boolean followsCall(StackCode process, long address) {
    int filled = address >>> 47 == 0 ? process.read(address - code.length, code) : 0;
    if (filled < code.length) {
      return filled == StackCode.GENERATED; // it cannot be checked; at least there is code
    }
    return code[2] == (byte) 0xe8
        || isIndirect(5)
        || isIndirect(4)
        || isIndirect(3)
        || isIndirect(1)
        || isIndirect(0);
  }

  private boolean isIndirect(int at) {
    return code[at] == (byte) 0xff && (code[at + 1] & 0x38) == 0x10;
  }
}
