package dev.plumbline.kernel.elf;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Little-endian bytes whose every access names what it reads and checks its range. Immutable. */
final class ElfBytes {
  /**
   * Longest accepted name in bytes, well above the longest C++ template names seen (about 8 KiB).
   */
  static final int MAX_NAME_BYTES = 64 * 1024;

  private final ByteBuffer bytes;
  private final String file;

  ElfBytes(ByteBuffer bytes, String file) {
    this.bytes = bytes.slice().asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
    this.file = file;
  }

  ByteBuffer image() {
    return bytes.duplicate();
  }

  long size() {
    return bytes.capacity();
  }

  String file() {
    return file;
  }

  MalformedElfException malformed(String problem) {
    return new MalformedElfException(file + ": " + problem);
  }

  private int check(long offset, long length, String what) throws MalformedElfException {
    if (offset < 0 || length < 0 || offset > bytes.capacity() - length) {
      throw malformed(
          what
              + " needs bytes "
              + Long.toUnsignedString(offset)
              + " to +"
              + Long.toUnsignedString(length)
              + ", the file has "
              + bytes.capacity());
    }
    return (int) offset;
  }

  int u8(long offset, String what) throws MalformedElfException {
    return bytes.get(check(offset, 1, what)) & 0xff;
  }

  int u16(long offset, String what) throws MalformedElfException {
    return bytes.getShort(check(offset, 2, what)) & 0xffff;
  }

  long u32(long offset, String what) throws MalformedElfException {
    return bytes.getInt(check(offset, 4, what)) & 0xffffffffL;
  }

  long u64(long offset, String what) throws MalformedElfException {
    return bytes.getLong(check(offset, 8, what));
  }

  /** A read-only little-endian view that shares the mapping. */
  ByteBuffer slice(long offset, long length, String what) throws MalformedElfException {
    int from = check(offset, length, what);
    return bytes.slice(from, (int) length).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** A NUL-terminated name inside [tableOffset, tableOffset + tableSize). */
  String name(long tableOffset, long tableSize, long at, String what) throws MalformedElfException {
    if (at < 0 || at >= tableSize) {
      throw malformed(
          what + " starts at " + at + " of a string table with " + tableSize + " bytes");
    }
    int start = check(tableOffset + at, 0, what);
    long limit =
        Math.min(
            Math.min(tableOffset + tableSize, bytes.capacity()), start + (long) MAX_NAME_BYTES);
    int end = start;
    while (end < limit && bytes.get(end) != 0) {
      end++;
    }
    if (end >= limit) {
      throw malformed(what + " at " + at + " has no end within " + (limit - start) + " bytes");
    }
    byte[] name = new byte[end - start];
    bytes.get(start, name);
    return new String(name, StandardCharsets.UTF_8);
  }
}
