package dev.plumbline.kernel;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Reads memory of another process ({@code process_vm_readv}); needs {@code CAP_SYS_PTRACE} over it.
 * All that is read is the target's and may be nonsense. Confined to one thread; holds no
 * descriptor.
 */
public final class ProcessMemory {
  private static final int VECTOR_BYTES = 16;
  private static final int MAX_STRING_BYTES = 4096;
  private static final int PAGE = 4096;

  /** Most places of one {@link #readAll}. */
  public static final int MAX_PLACES = 512;

  private final int pid;
  private final ByteBuffer local = BpfSystemCall.buffer(VECTOR_BYTES);
  private final long localAddress = BpfSystemCall.addressOf(local);
  private ByteBuffer remote = BpfSystemCall.buffer(VECTOR_BYTES);
  private long remoteAddress = BpfSystemCall.addressOf(remote);
  private ByteBuffer buffer = BpfSystemCall.buffer(4096);
  private long bufferAddress = BpfSystemCall.addressOf(buffer);

  /** The process with that id in our own pid namespace. */
  public ProcessMemory(int pid) {
    this.pid = pid;
  }

  /** The process. */
  public int pid() {
    return pid;
  }

  /**
   * Reads {@code length} bytes. The buffer belongs to this object: the next read overwrites it.
   * Fails with {@link SystemCallException#isGone()} when the process has ended.
   */
  public ByteBuffer read(long address, int length) throws SystemCallException {
    int got = readSome(address, length);
    if (got != length) {
      throw new SystemCallException(
          "read " + length + " bytes at 0x" + Long.toHexString(address) + " of process " + pid,
          Errno.EFAULT,
          ", got " + got);
    }
    return buffer;
  }

  /**
   * Reads many places by one system call, one behind the other in {@link #buffer}. A place that is
   * not readable ends it.
   *
   * @param count places, at most {@link #MAX_PLACES}
   * @return number of bytes that were read; the place that they end in is not whole
   */
  public int readAll(long[] addresses, int[] lengths, int count) throws SystemCallException {
    if (remote.capacity() < MAX_PLACES * VECTOR_BYTES) {
      remote = BpfSystemCall.buffer(MAX_PLACES * VECTOR_BYTES);
      remoteAddress = BpfSystemCall.addressOf(remote);
    }
    int length = 0;
    for (int i = 0; i < count; i++) {
      remote.putLong(i * VECTOR_BYTES, addresses[i]).putLong(i * VECTOR_BYTES + 8, lengths[i]);
      length += lengths[i];
    }
    return read(length, count);
  }

  /** What the last call of {@link #readAll} has read. */
  public ByteBuffer buffer() {
    return buffer;
  }

  private int readSome(long address, int length) throws SystemCallException {
    remote.putLong(0, address).putLong(8, length);
    return read(length, 1);
  }

  /** Reads the first places of {@code remote}. */
  private int read(int length, int places) throws SystemCallException {
    if (buffer.capacity() < length) {
      buffer = BpfSystemCall.buffer(length);
      bufferAddress = BpfSystemCall.addressOf(buffer);
    }
    local.putLong(0, bufferAddress).putLong(8, length);
    long result = Libc.readProcess(pid, localAddress, remoteAddress, places);
    if (result < 0) {
      throw new SystemCallException(
          "read at 0x" + Long.toHexString(remote.getLong(0)) + " of process " + pid, (int) -result);
    }
    return (int) result;
  }

  /** A byte, as unsigned number. */
  public int u8(long address) throws SystemCallException {
    return read(address, 1).get(0) & 0xff;
  }

  /** Two bytes, as unsigned number. */
  public int u16(long address) throws SystemCallException {
    return read(address, 2).getShort(0) & 0xffff;
  }

  /** Four bytes. */
  public int i32(long address) throws SystemCallException {
    return read(address, 4).getInt(0);
  }

  /** Eight bytes. */
  public long i64(long address) throws SystemCallException {
    return read(address, 8).getLong(0);
  }

  /** A NUL-terminated string, cut at {@code maxBytes}; never reads a page that it need not. */
  public String string(long address, int maxBytes) throws SystemCallException {
    int wanted = Math.min(maxBytes, MAX_STRING_BYTES);
    byte[] text = new byte[wanted];
    int length = 0;
    while (length < wanted) {
      long at = address + length;
      int part = (int) Math.min(wanted - length, PAGE - (at & PAGE - 1));
      ByteBuffer bytes = read(at, part);
      for (int i = 0; i < part; i++) {
        byte b = bytes.get(i);
        if (b == 0) {
          return new String(text, 0, length, StandardCharsets.UTF_8);
        }
        text[length++] = b;
      }
    }
    return new String(text, StandardCharsets.UTF_8);
  }
}
