package dev.plumbline.kernel;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * One argument block of bpf(2) ({@code union bpf_attr}) and the commands that need it. Confined to
 * one thread at a time; each owner of a hot path has its own, so that calls allocate nothing.
 * Offsets are those of the kernel's stable ABI; a shorter block than the kernel's is legal.
 */
final class BpfSystemCall {
  /** The part of a verifier log that an exception keeps. */
  static final int MAX_LOG_CHARS = 4096;

  static final int MAP_CREATE = 0;
  static final int MAP_LOOKUP = 1;
  static final int MAP_UPDATE = 2;
  static final int MAP_DELETE = 3;
  static final int MAP_NEXT_KEY = 4;
  static final int PROGRAM_LOAD = 5;
  static final int PROGRAM_NEXT_ID = 11;
  static final int MAP_NEXT_ID = 12;
  static final int OBJECT_INFO = 15;
  static final int RAW_TRACEPOINT_OPEN = 17;
  static final int BTF_LOAD = 18;
  static final int MAP_LOOKUP_AND_DELETE = 21;
  static final int MAP_FREEZE = 22;
  static final int MAP_LOOKUP_BATCH = 24;
  static final int MAP_LOOKUP_AND_DELETE_BATCH = 25;
  static final int MAP_UPDATE_BATCH = 26;

  private static final int BYTES = 160;

  private final Memory block = new Memory(BYTES);
  private final long address = Pointer.nativeValue(block);

  BpfSystemCall() {
    block.clear();
  }

  BpfSystemCall clear() {
    block.clear();
    return this;
  }

  BpfSystemCall putInt(int offset, int value) {
    block.setInt(offset, value);
    return this;
  }

  BpfSystemCall putLong(int offset, long value) {
    block.setLong(offset, value);
    return this;
  }

  /** Object names have at most 15 letters, digits, dots and underscores. */
  BpfSystemCall putName(int offset, String name) {
    byte[] letters = name.replaceAll("[^A-Za-z0-9_.]", "_").getBytes(StandardCharsets.US_ASCII);
    block.write(offset, letters, 0, Math.min(15, letters.length));
    return this;
  }

  int getInt(int offset) {
    return block.getInt(offset);
  }

  /** The raw result: not negative, or the negated error number. */
  int call(int command, int size) {
    return Libc.bpf(command, address, size);
  }

  /** The same, while objects whose addresses stand in the block must stay alive. */
  int call(int command, int size, Object... referenced) {
    try {
      return call(command, size);
    } finally {
      Reference.reachabilityFence(referenced);
    }
  }

  int callOrThrow(int command, int size, String what) throws SystemCallException {
    int result = call(command, size);
    if (result < 0) {
      throw new SystemCallException(what, -result);
    }
    return result;
  }

  /** A zeroed off-heap buffer in the kernel's byte order. */
  static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocateDirect(Math.max(8, bytes)).order(ByteOrder.nativeOrder());
  }

  /** Address of a direct buffer's first byte, whatever its position. */
  static long addressOf(ByteBuffer buffer) {
    return Pointer.nativeValue(Native.getDirectBufferPointer(buffer));
  }
}
