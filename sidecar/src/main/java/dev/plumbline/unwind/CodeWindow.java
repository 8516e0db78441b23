package dev.plumbline.unwind;

import dev.plumbline.kernel.ReadBehind;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A part of a file's code in memory, for reading byte by byte from front to back: single reads of a
 * mapped file cost ten times as much. What was read is given back, so that a large file does not
 * count as our memory meanwhile. Confined to one thread.
 */
final class CodeWindow {
  private static final int BYTES = 1 << 18;

  /** Bytes after the last position of a window that can be read as well. */
  static final int BEYOND = 16;

  /** Without code. */
  static final CodeWindow NONE = new CodeWindow(ByteBuffer.allocate(0), 0);

  private final ByteBuffer code;
  private final ReadBehind behind;
  private final int start;
  private final byte[] bytes;
  private final ByteBuffer words;
  private int from;
  private int to;

  /**
   * A window over one segment.
   *
   * @param start position of its first byte
   */
  CodeWindow(ByteBuffer code, int start) {
    this(code, start, Math.min(BYTES, code.limit()));
  }

  private CodeWindow(ByteBuffer code, int start, int windowBytes) {
    this.code = code;
    this.behind = new ReadBehind(code);
    this.start = start;
    this.bytes = new byte[windowBytes + BEYOND];
    this.words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** A window that holds all bytes of a range of this one's code, for reading in any order. */
  CodeWindow whole(int first, int end) {
    CodeWindow whole = new CodeWindow(code.slice(first - start, end - first), first, end - first);
    whole.moveTo(first, end);
    return whole;
  }

  /** Position of the first byte. */
  int start() {
    return start;
  }

  /** Position after the last byte. */
  int limit() {
    return start + code.limit();
  }

  /**
   * Makes the bytes of a range readable, as far as they fit; returns where that ends, above its
   * beginning.
   */
  int moveTo(int position, int end) {
    if (position < from || position >= to) {
      from = position;
      to = (int) Math.min(end, (long) position + bytes.length - BEYOND);
      int length = (int) Math.min(limit(), (long) to + BEYOND) - position;
      code.get(position - start, bytes, 0, length);
      behind.at(position - start + length);
    }
    return to;
  }

  byte get(int position) {
    return bytes[position - from];
  }

  int getInt(int position) {
    return words.getInt(position - from);
  }

  long getLong(int position) {
    return words.getLong(position - from);
  }
}
