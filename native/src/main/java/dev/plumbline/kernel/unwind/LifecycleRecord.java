package dev.plumbline.kernel.unwind;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A window on one lifecycle record in its ring, used as {@link SampleRecord} is.
 *
 * <pre>
 *    0 time_ns      u64  CLOCK_MONOTONIC
 *    8 cgroup_id    u64
 *   16 start_ns     u64  CLOCK_BOOTTIME, of the process
 *   24 kind         u32  1 fork, 2 exec, 3 exit
 *   28 tgid         u32
 *   32 parent_tgid  u32  of a fork
 *   36 copied       u32  of a fork: parts of the parent's mappings that the child got
 *   40 comm         16 bytes; of a fork the parent's
 * </pre>
 */
public final class LifecycleRecord {
  /** Size of a record. */
  public static final int BYTES = 56;

  /** What happened. */
  public enum Kind {
    /** A process, not a thread, was created. */
    FORK,
    /** The process runs another program; its mappings were forgotten. */
    EXEC,
    /** The last thread of the process ends. */
    EXIT
  }

  private static final Kind[] KINDS = Kind.values();

  private ByteBuffer buffer = ByteBuffer.allocate(BYTES);
  private int offset;

  /** Moves the window; false when the record is not one of these. */
  public boolean wrap(ByteBuffer records, int at, int length) {
    if (length < BYTES) {
      return false;
    }
    int kind = records.getInt(at + 24);
    buffer = records;
    offset = at;
    return kind >= 1 && kind <= KINDS.length;
  }

  /** When it happened, CLOCK_MONOTONIC. */
  public long timeNanos() {
    return buffer.getLong(offset);
  }

  /** Inode of the cgroup. */
  public long cgroupId() {
    return buffer.getLong(offset + 8);
  }

  /** Start of the process, CLOCK_BOOTTIME. */
  public long startNanos() {
    return buffer.getLong(offset + 16);
  }

  /** What happened. */
  public Kind kind() {
    return KINDS[buffer.getInt(offset + 24) - 1];
  }

  /** The process: of a fork the child. */
  public int tgid() {
    return buffer.getInt(offset + 28);
  }

  /** The parent of a forked process; 0 for other kinds. */
  public int parentTgid() {
    return buffer.getInt(offset + 32);
  }

  /** A forked child can be walked from its first sample on. */
  public boolean isCopied() {
    return buffer.getInt(offset + 36) > 0;
  }

  /** The thread's name; of an exec the new one. */
  public String comm() {
    byte[] name = new byte[16];
    buffer.get(offset + 40, name);
    int length = 0;
    while (length < 16 && name[length] != 0) {
      length++;
    }
    return new String(name, 0, length, StandardCharsets.UTF_8);
  }
}
