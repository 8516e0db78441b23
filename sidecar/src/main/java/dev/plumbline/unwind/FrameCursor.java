package dev.plumbline.unwind;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Reads numbers of DWARF's call frame format from foreign bytes. Nothing is read behind {@link
 * #limit()}. Confined to one thread.
 */
final class FrameCursor {
  private static final int MAX_LEB_BYTES = 10;

  private final ByteBuffer bytes;
  private int position;
  private int limit;

  FrameCursor(ByteBuffer bytes) {
    this.bytes = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
    this.limit = bytes.remaining();
  }

  int size() {
    return bytes.capacity();
  }

  int position() {
    return position;
  }

  int limit() {
    return limit;
  }

  boolean hasMore() {
    return position < limit;
  }

  /** Restricts reading to [from, to). */
  void window(int from, int to) throws UnwindFormatException {
    if (from < 0 || from > to || to > bytes.capacity()) {
      throw new UnwindFormatException(
          "range " + from + " to " + to + " of " + bytes.capacity() + " bytes");
    }
    position = from;
    limit = to;
  }

  private int take(int count) throws UnwindFormatException {
    int at = position;
    if (count < 0 || count > limit - at) {
      throw new UnwindFormatException(count + " bytes at " + at + ", the record ends at " + limit);
    }
    position = at + count;
    return at;
  }

  void skip(long count) throws UnwindFormatException {
    take((int) Math.min(Math.max(count, -1), Integer.MAX_VALUE));
  }

  int u8() throws UnwindFormatException {
    return bytes.get(take(1)) & 0xff;
  }

  int u16() throws UnwindFormatException {
    return bytes.getShort(take(2)) & 0xffff;
  }

  int i32() throws UnwindFormatException {
    return bytes.getInt(take(4));
  }

  long u32() throws UnwindFormatException {
    return i32() & 0xffffffffL;
  }

  long i64() throws UnwindFormatException {
    return bytes.getLong(take(8));
  }

  long uleb() throws UnwindFormatException {
    long value = 0;
    for (int i = 0; i < MAX_LEB_BYTES; i++) {
      int b = u8();
      value |= (long) (b & 0x7f) << (7 * i);
      if (b < 0x80) {
        return value;
      }
    }
    throw new UnwindFormatException("number at " + position + " does not end");
  }

  long sleb() throws UnwindFormatException {
    long value = 0;
    for (int i = 0; i < MAX_LEB_BYTES; i++) {
      int b = u8();
      value |= (long) (b & 0x7f) << (7 * i);
      if (b < 0x80) {
        int unused = 64 - 7 * (i + 1);
        return unused > 0 ? value << unused >> unused : value;
      }
    }
    throw new UnwindFormatException("number at " + position + " does not end");
  }

  /** A pointer in one of the encodings of {@code .eh_frame}, which lies at {@code address}. */
  long pointer(int encoding, long address) throws UnwindFormatException {
    long base =
        switch (encoding & 0x70) {
          case 0x00 -> 0;
          case 0x10 -> address + position;
          default -> throw new UnwindFormatException("pointer encoding " + encoding);
        };
    if ((encoding & 0x80) != 0) {
      throw new UnwindFormatException("indirect pointer encoding " + encoding);
    }
    return base + value(encoding);
  }

  /** The number of a pointer in some encoding, without its base. */
  long value(int encoding) throws UnwindFormatException {
    return switch (encoding & 0x0f) {
      case 0x00, 0x04, 0x0c -> i64();
      case 0x01 -> uleb();
      case 0x02 -> u16();
      case 0x03 -> u32();
      case 0x09 -> sleb();
      case 0x0a -> (short) u16();
      case 0x0b -> i32();
      default -> throw new UnwindFormatException("pointer encoding " + encoding);
    };
  }
}
