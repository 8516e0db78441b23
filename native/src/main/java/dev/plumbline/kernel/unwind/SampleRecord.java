package dev.plumbline.kernel.unwind;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.charset.StandardCharsets;

/**
 * One sample of the ring: {@link #wrap} copies its numbers and words at once, since single reads of
 * the ring's memory cost ten times as much; the copy of the stack stays where it is. Valid only
 * while the ring's reader holds the record. Confined to the reader's thread.
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

  /** Most words of a sample: 127 of the kernel's stack and 512 of the user's. */
  public static final int MAX_WORDS = 127 + 512;

  private static final int HEADER_LONGS = HEADER_BYTES / 8;
  private static final int REGISTERS = 3;

  private static final int HAS_STACK = 1;
  private static final int EXACT_PC = 2;
  private static final int KERNEL_MODE = 4;
  private static final int INTERPRETED = 8;
  private static final long ADDRESS_MASK = (1L << 60) - 1;

  private final long[] longs = new long[HEADER_LONGS + MAX_WORDS + REGISTERS];
  private ByteBuffer buffer = ByteBuffer.allocate(0);
  private LongBuffer bufferAsLongs = buffer.asLongBuffer();
  private int offset;

  /**
   * Takes another sample; false when the record's lengths contradict each other (it is then
   * unusable).
   *
   * @param at where it begins, a multiple of eight
   */
  public boolean wrap(ByteBuffer records, int at, int length) {
    if (length < HEADER_BYTES) {
      return false;
    }
    setBuffer(records);
    offset = at;
    bufferAsLongs.get(at / 8, longs, 0, Math.min(length / 8, longs.length));
    int words = kernelWords() + userWords();
    int stack = hasStack() ? REGISTERS * 8 + stackBytes() : 0;
    return words <= MAX_WORDS && length >= HEADER_BYTES + words * 8 + stack;
  }

  @SuppressWarnings("ReferenceEquality") // the ring is one buffer, but for records that wrap
  private void setBuffer(ByteBuffer records) {
    if (records != buffer) {
      buffer = records;
      bufferAsLongs = records.duplicate().clear().order(records.order()).asLongBuffer();
    }
  }

  private int half(int index, int shift) {
    return (int) (longs[index] >>> shift);
  }

  private int quarter(int index, int shift) {
    return half(index, shift) & 0xffff;
  }

  /** Time of the sample, CLOCK_MONOTONIC. */
  public long timeNanos() {
    return longs[0];
  }

  /** Inode of the thread's cgroup in the unified hierarchy. */
  public long cgroupId() {
    return longs[1];
  }

  /** Start of the process, CLOCK_BOOTTIME; 0 where the kernel does not let us read it. */
  public long startNanos() {
    return longs[2];
  }

  /** Weight in the unit of the source. */
  public long value() {
    return longs[3];
  }

  /** Process id in the initial pid namespace. */
  public int tgid() {
    return half(4, 0);
  }

  /** Thread id in the initial pid namespace. */
  public int tid() {
    return half(4, 32);
  }

  /** The CPU. */
  public int cpu() {
    return half(5, 0);
  }

  /** What {@code cfg_source} was set to. */
  public int source() {
    return quarter(5, 32);
  }

  private int flags() {
    return quarter(5, 48);
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
    return quarter(6, 0);
  }

  /** Number of user words, innermost first. */
  public int userWords() {
    return quarter(6, 16);
  }

  /** Why the user stack ends. */
  public EndReason endReason() {
    return EndReason.of(quarter(6, 32));
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
    return longs[7];
  }

  /** The last eight bytes of the thread's name. */
  public long commHigh() {
    return longs[8];
  }

  /** A kernel address. */
  public long kernelWord(int index) {
    return longs[HEADER_LONGS + index];
  }

  /** A user word, with its kind in the top bits. */
  public long userWord(int index) {
    return longs[HEADER_LONGS + kernelWords() + index];
  }

  /**
   * Copies all words, the kernel's first; returns how many.
   *
   * @param into with room for {@link #MAX_WORDS}
   */
  public int copyWords(long[] into) {
    int words = kernelWords() + userWords();
    System.arraycopy(longs, HEADER_LONGS, into, 0, words);
    return words;
  }

  private int stackAt() {
    return HEADER_LONGS + kernelWords() + userWords();
  }

  /** Where the walk stopped; only with {@link #hasStack()}, as the next four. */
  public long pc() {
    return longs[stackAt()];
  }

  /** rsp of the frame where the walk stopped: address of the stack copy's first byte. */
  public long sp() {
    return longs[stackAt() + 1];
  }

  /** rbp of the frame where the walk stopped. */
  public long bp() {
    return longs[stackAt() + 2];
  }

  /** Bytes of the stack copy. */
  public int stackBytes() {
    return quarter(6, 48);
  }

  /** Eight bytes of the stack copy, at a distance from {@link #sp()}. */
  public long stackWord(int at) {
    return buffer.getLong(offset + (stackAt() + REGISTERS) * 8 + at);
  }

  /** The word is an interpreted Java frame. */
  public static boolean isInterpreted(long word) {
    return word >>> 60 == INTERPRETED;
  }

  /** The word is an address where the thread was, not one where it will return to. */
  public static boolean isExact(long word) {
    return word >>> 60 == 4;
  }

  /**
   * The word is where a signal's handler returns to: the beginning of what ends the signal, with no
   * call before it, so that the byte before it is another function's.
   *
   * @param callerWord the next word outwards; 0 for none
   */
  public static boolean isSignalReturn(long word, long callerWord) {
    return word >>> 60 == 0 && isExact(callerWord);
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
