package dev.plumbline.store.dictionary;

import java.nio.charset.StandardCharsets;

/** Reads what {@link BlobWriter} wrote, never past the end. Confined to one thread. */
public final class BlobReader {
  private final byte[] bytes;
  private int position;

  public BlobReader(byte[] bytes) {
    this.bytes = bytes;
  }

  public boolean isAtEnd() {
    return position == bytes.length;
  }

  public long varint() throws CorruptSegmentException {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      byte next = next();
      value |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new CorruptSegmentException("a number has more than ten bytes");
  }

  public long zigzag() throws CorruptSegmentException {
    long value = varint();
    return (value >>> 1) ^ -(value & 1);
  }

  /** A number below {@code limit}. */
  public int index(int limit) throws CorruptSegmentException {
    long value = varint();
    if (value < 0 || value >= limit) {
      throw new CorruptSegmentException("an index is " + value + ", expected below " + limit);
    }
    return (int) value;
  }

  /** A count of things that take at least one byte each, so that no count asks for much memory. */
  public int count() throws CorruptSegmentException {
    return index(bytes.length - position + 1);
  }

  public long word() throws CorruptSegmentException {
    long value = 0;
    for (int i = 0; i < 8; i++) {
      value = value << 8 | (next() & 0xff);
    }
    return value;
  }

  String text() throws CorruptSegmentException {
    int length = count();
    if (length > bytes.length - position) {
      throw new CorruptSegmentException("a text ends behind its blob");
    }
    String text = new String(bytes, position, length, StandardCharsets.UTF_8);
    position += length;
    return text;
  }

  private byte next() throws CorruptSegmentException {
    if (position == bytes.length) {
      throw new CorruptSegmentException("a blob of " + bytes.length + " bytes ends too early");
    }
    return bytes[position++];
  }
}
