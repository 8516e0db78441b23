package dev.plumbline.unwind;

import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.elf.MalformedElfException;
import dev.plumbline.symbol.go.GoLineTable;
import dev.plumbline.symbol.go.MalformedGoTableException;
import java.nio.ByteBuffer;

/**
 * What the code of a Go program says about the change to a thread's system stack. The offset of
 * {@code m.curg} differs between releases and stripped programs do not state it, but {@code
 * systemstack} compares the current g with it: {@code cmp disp32(%rbx), %rax}, 48 3b 83 and four
 * bytes. The stack is changed by {@code mov 56(reg), %rsp}, from {@code g.sched.sp}. Immutable.
 */
final class GoSystemStack {
  private static final int MAX_CODE_BYTES = 512;
  private static final int MAX_OFFSET = 4096;
  private static final int SCHED_SP = 56;
  private static final int PUSH_BP = 0x55;

  private final ElfFile file;
  private final int currentOffset;

  private GoSystemStack(ElfFile file, int currentOffset) {
    this.file = file;
    this.currentOffset = currentOffset;
  }

  static GoSystemStack of(ElfFile file, GoLineTable table)
      throws MalformedElfException, MalformedGoTableException {
    for (int function = 0; function < table.functionCount(); function++) {
      if (table.writesStackPointer(function) && isSystemStack(table.name(function))) {
        long entry = table.entry(function);
        return new GoSystemStack(file, compared(code(file, entry, table.end(function) - entry)));
      }
    }
    return new GoSystemStack(file, 0);
  }

  static boolean isSystemStack(String name) {
    return name.equals("runtime.systemstack") || name.equals("runtime.systemstack.abi0");
  }

  /** Offset of {@code m.curg} in bytes; 0 if it was not found. */
  int currentOffset() {
    return currentOffset;
  }

  /** Address behind the instruction that changes the stack; 0 if there is none. */
  long behindSwitch(long entry, long length) {
    ByteBuffer code;
    try {
      code = code(file, entry, length);
    } catch (MalformedElfException e) {
      return 0;
    }
    for (int at = 0; at + 4 <= code.capacity(); at++) {
      boolean isWide = code.get(at) == 0x48 || code.get(at) == 0x49;
      boolean isLoad = code.get(at + 1) == (byte) 0x8b && (code.get(at + 2) & 0xf8) == 0x60;
      if (isWide && isLoad && code.get(at + 3) == SCHED_SP) {
        return entry + at + 4;
      }
    }
    return 0;
  }

  /**
   * Address behind the instruction that changes the stack in a {@code systemstack} without a frame
   * of its own, as Go 1.19 has it: {@code mov %rbx, %rsp}; 0 for others.
   */
  long behindFramelessSwitch(long entry, long length) {
    ByteBuffer code;
    try {
      code = code(file, entry, length);
    } catch (MalformedElfException e) {
      return 0;
    }
    for (int at = 0; at + 3 <= code.capacity(); at++) {
      if (code.get(0) != PUSH_BP
          && code.get(at) == 0x48
          && code.get(at + 1) == (byte) 0x89
          && code.get(at + 2) == (byte) 0xdc) {
        return entry + at + 3;
      }
    }
    return 0;
  }

  private static int compared(ByteBuffer code) {
    for (int at = 0; at + 7 <= code.capacity(); at++) {
      boolean isCompare = code.get(at) == 0x48 && code.get(at + 1) == 0x3b;
      if (isCompare && code.get(at + 2) == (byte) 0x83) {
        int offset = code.getInt(at + 3);
        return offset > 0 && offset < MAX_OFFSET && offset % 8 == 0 ? offset : 0;
      }
    }
    return 0;
  }

  private static ByteBuffer code(ElfFile file, long entry, long length)
      throws MalformedElfException {
    long offset = file.fileOffset(entry);
    return offset < 0 || length <= 0
        ? ByteBuffer.allocate(0)
        : file.data(offset, Math.min(length, MAX_CODE_BYTES));
  }
}
