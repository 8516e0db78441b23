package dev.plumbline.kernel.unwind;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A window on one sample in the ring: {@link #wrap} moves it, nothing is copied. Valid only while
 * the ring's reader holds the record. Confined to the reader's thread.
 *
 * <pre>
 *    0 time_ns       u64  CLOCK_MONOTONIC
 *    8 cgroup_id     u64
 *   16 start_ns      u64  CLOCK_BOOTTIME, of the process; 0: not readable
 *   24 value         u64  weight: nanoseconds for the CPU clock, else the event's period
 *   32 tgid          u32
 *   36 tid           u32
 *   40 cpu           u32
 *   44 source        u16
 *   46 flags         u16
 *   48 kernel_words  u16
 *   50 user_words    u16
 *   52 end_reason    u16
 *   54 stack_bytes   u16
 *   56 comm          16 bytes, of the thread
 *   72 words         u64 x (kernel + user), then pc, sp, bp and the stack's bytes if HAS_STACK
 * </pre>
 *
 * The four top bits of a user word say what it is: 0 a return address, 4 an exact address
 * (innermost, or interrupted by a signal), 8 an interpreted Java frame.
 */
public final class SampleRecord {
  /** Bytes before the words. */
  public static final int HEADER_BYTES = 72;

  private static final int HAS_STACK = 1;
  private static final int EXACT_PC = 2;
  private static final int KERNEL_MODE = 4;
  private static final int INTERPRETED = 8;
  private static final long ADDRESS_MASK = (1L << 60) - 1;

  private ByteBuffer buffer = ByteBuffer.allocate(HEADER_BYTES);
  private int offset;

  /**
   * Moves the window; false when the record's lengths contradict each other (it is then unusable).
   */
  public boolean wrap(ByteBuffer records, int at, int length) {
    if (length < HEADER_BYTES) {
      return false;
    }
    buffer = records;
    offset = at;
    int words = kernelWords() + userWords();
    int stack = hasStack() ? 24 + stackBytes() : 0;
    return length >= HEADER_BYTES + words * 8 + stack;
  }

  /** Time of the sample, CLOCK_MONOTONIC. */
  public long timeNanos() {
    return buffer.getLong(offset);
  }

  /** Inode of the thread's cgroup in the unified hierarchy. */
  public long cgroupId() {
    return buffer.getLong(offset + 8);
  }

  /** Start of the process, CLOCK_BOOTTIME; 0 where the kernel does not let us read it. */
  public long startNanos() {
    return buffer.getLong(offset + 16);
  }

  /** Weight in the unit of the source. */
  public long value() {
    return buffer.getLong(offset + 24);
  }

  /** Process id in the initial pid namespace. */
  public int tgid() {
    return buffer.getInt(offset + 32);
  }

  /** Thread id in the initial pid namespace. */
  public int tid() {
    return buffer.getInt(offset + 36);
  }

  /** The CPU. */
  public int cpu() {
    return buffer.getInt(offset + 40);
  }

  /** What {@code cfg_source} was set to. */
  public int source() {
    return buffer.getShort(offset + 44) & 0xffff;
  }

  private int flags() {
    return buffer.getShort(offset + 46);
  }

  /** Registers and a copy of the stack follow: user space can go on walking. */
  public boolean hasStack() {
    return (flags() & HAS_STACK) != 0;
  }

  /** The address where the walk stopped is not a return address. */
  public boolean isExactPc() {
    return (flags() & EXACT_PC) != 0;
  }

  /** The CPU was in the kernel. */
  public boolean isKernelMode() {
    return (flags() & KERNEL_MODE) != 0;
  }

  /** Number of kernel addresses, innermost first. */
  public int kernelWords() {
    return buffer.getShort(offset + 48) & 0xffff;
  }

  /** Number of user words, innermost first. */
  public int userWords() {
    return buffer.getShort(offset + 50) & 0xffff;
  }

  /** Why the user stack ends. */
  public EndReason endReason() {
    return EndReason.of(buffer.getShort(offset + 52) & 0xffff);
  }

  /** The thread's name; allocates. */
  public String comm() {
    byte[] name = new byte[16];
    buffer.get(offset + 56, name);
    int length = 0;
    while (length < 16 && name[length] != 0) {
      length++;
    }
    return new String(name, 0, length, StandardCharsets.UTF_8);
  }

  /** The first eight bytes of the thread's name, as a key that needs no object. */
  public long commLow() {
    return buffer.getLong(offset + 56);
  }

  /** The last eight bytes of the thread's name. */
  public long commHigh() {
    return buffer.getLong(offset + 64);
  }

  /** A kernel address. */
  public long kernelWord(int index) {
    return buffer.getLong(offset + HEADER_BYTES + index * 8);
  }

  /** A user word, with its kind in the top bits. */
  public long userWord(int index) {
    return buffer.getLong(offset + HEADER_BYTES + (kernelWords() + index) * 8);
  }

  private int stackAt() {
    return offset + HEADER_BYTES + (kernelWords() + userWords()) * 8;
  }

  /** Where the walk stopped; only with {@link #hasStack()}, as the next four. */
  public long pc() {
    return buffer.getLong(stackAt());
  }

  /** rsp of the frame where the walk stopped: address of the stack copy's first byte. */
  public long sp() {
    return buffer.getLong(stackAt() + 8);
  }

  /** rbp of the frame where the walk stopped. */
  public long bp() {
    return buffer.getLong(stackAt() + 16);
  }

  /** Bytes of the stack copy. */
  public int stackBytes() {
    return buffer.getShort(offset + 54) & 0xffff;
  }

  /** Eight bytes of the stack copy, at a distance from {@link #sp()}. */
  public long stackWord(int at) {
    return buffer.getLong(stackAt() + 24 + at);
  }

  /** The word is an interpreted Java frame. */
  public static boolean isInterpreted(long word) {
    return word >>> 60 == INTERPRETED;
  }

  /** The word is an address where the thread was, not one where it will return to. */
  public static boolean isExact(long word) {
    return word >>> 60 == 4;
  }

  /** Address of a word that is not an interpreted frame. */
  public static long address(long word) {
    return word & ADDRESS_MASK;
  }

  /** Address of the {@code Method} of an interpreted frame. */
  public static long method(long word) {
    return (word & ADDRESS_MASK) >>> 16 << 3;
  }

  /** Byte code index in the method of an interpreted frame. */
  public static int bci(long word) {
    return (int) word & 0xffff;
  }
}
