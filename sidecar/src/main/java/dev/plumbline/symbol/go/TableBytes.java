package dev.plumbline.symbol.go;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Bytes of a table; every access names what it reads and checks its range. Immutable. */
final class TableBytes {
  /** Longest function or file name in bytes; generic Go names reach a few thousand. */
  static final int MAX_NAME_BYTES = 16 * 1024;

  private final ByteBuffer bytes;
  private final String file;

  TableBytes(ByteBuffer bytes, String file) {
    this.bytes = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
    this.file = file;
  }

  int size() {
    return bytes.capacity();
  }

  MalformedGoTableException malformed(String problem) {
    return new MalformedGoTableException(file + ": line table: " + problem);
  }

  private int check(long at, int length, String what) throws MalformedGoTableException {
    if (at < 0 || at > bytes.capacity() - (long) length) {
      throw malformed(what + " lies at " + at + " of " + bytes.capacity() + " bytes");
    }
    return (int) at;
  }

  int u8(long at, String what) throws MalformedGoTableException {
    return bytes.get(check(at, 1, what)) & 0xff;
  }

  int s32(long at, String what) throws MalformedGoTableException {
    return bytes.getInt(check(at, 4, what));
  }

  long u32(long at, String what) throws MalformedGoTableException {
    return s32(at, what) & 0xffffffffL;
  }

  long u64(long at, String what) throws MalformedGoTableException {
    return bytes.getLong(check(at, 8, what));
  }

  /** The NUL-terminated text at a place. */
  String text(long at, String what) throws MalformedGoTableException {
    int start = check(at, 1, what);
    int limit = (int) Math.min(bytes.capacity(), start + (long) MAX_NAME_BYTES);
    int end = start;
    while (end < limit && bytes.get(end) != 0) {
      end++;
    }
    if (end == limit) {
      throw malformed(what + " at " + at + " has no end within " + (limit - start) + " bytes");
    }
    byte[] text = new byte[end - start];
    bytes.get(start, text);
    return new String(text, StandardCharsets.UTF_8);
  }

  TableBytes from(long at, String what) throws MalformedGoTableException {
    int start = check(at, 0, what);
    return new TableBytes(bytes.slice(start, bytes.capacity() - start), file);
  }
}
