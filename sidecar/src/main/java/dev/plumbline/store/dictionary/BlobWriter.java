package dev.plumbline.store.dictionary;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Bytes that grow: unsigned and zigzag varints, big-endian words, texts. Confined to one thread.
 */
public final class BlobWriter {
  private byte[] bytes = new byte[256];
  private int length;

  public int length() {
    return length;
  }

  void clear() {
    length = 0;
  }

  /** The value as an unsigned number, seven bits a byte, least significant first. */
  public void varint(long value) {
    ensure(10);
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      bytes[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[length++] = (byte) rest;
  }

  public void zigzag(long value) {
    varint((value << 1) ^ (value >> 63));
  }

  public void word(long value) {
    ensure(8);
    for (int shift = 56; shift >= 0; shift -= 8) {
      bytes[length++] = (byte) (value >>> shift);
    }
  }

  /** Length in bytes, then UTF-8; what is no text in UTF-16 becomes question marks. */
  void text(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    varint(utf8.length);
    append(utf8, utf8.length);
  }

  public void append(BlobWriter other) {
    append(other.bytes, other.length);
  }

  public void append(byte[] others, int count) {
    ensure(count);
    System.arraycopy(others, 0, bytes, length, count);
    length += count;
  }

  public byte[] toByteArray() {
    return Arrays.copyOf(bytes, length);
  }

  private void ensure(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
    }
  }
}
