package dev.plumbline.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Protobuf from its last byte to its first: when a message's length is due, its body has been
 * written and is known, so that nothing is sized beforehand and nothing is moved. Callers write the
 * fields of a message in falling order, list elements from the last to the first:
 *
 * <pre>
 * int mark = out.size();
 * out.varint(3, link);
 * out.varint(1, stack);
 * out.message(2, mark);
 * </pre>
 *
 * <p>Confined to one thread.
 */
public final class ReverseWriter {
  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int LENGTH_DELIMITED = 2;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private byte[] bytes;
  private int start;

  /**
   * @param expectedBytes a guess; the array grows
   */
  public ReverseWriter(int expectedBytes) {
    this.bytes = new byte[Math.max(expectedBytes, 64)];
    this.start = bytes.length;
  }

  /** Bytes written so far. */
  public int size() {
    return bytes.length - start;
  }

  /** Left out if it is 0, as proto3 asks. */
  public void varint(int field, long value) {
    if (value != 0) {
      oneofVarint(field, value);
    }
  }

  /** Written also if it is 0: a member of a oneof. */
  public void oneofVarint(int field, long value) {
    rawVarint(value);
    rawVarint(field << 3 | VARINT);
  }

  public void bool(int field, boolean value) {
    varint(field, value ? 1 : 0);
  }

  /** Left out if it is 0. */
  public void fixed64(int field, long value) {
    if (value != 0) {
      rawFixed64(value);
      rawVarint(field << 3 | FIXED64);
    }
  }

  /** Written also if it is 0: a member of a oneof of type double. */
  public void oneofDouble(int field, double value) {
    rawFixed64(Double.doubleToRawLongBits(value));
    rawVarint(field << 3 | FIXED64);
  }

  /** Bytes or a string, also if empty. */
  public void bytes(int field, byte[] source, int from, int length) {
    reserve(length);
    start -= length;
    System.arraycopy(source, from, bytes, start, length);
    rawVarint(length);
    rawVarint(field << 3 | LENGTH_DELIMITED);
  }

  /**
   * Ends, towards the front, a message or a packed list whose body was written since.
   *
   * @param mark what {@link #size()} was before the body
   */
  public void message(int field, int mark) {
    rawVarint(size() - mark);
    rawVarint(field << 3 | LENGTH_DELIMITED);
  }

  public void rawFixed64(long value) {
    reserve(Long.BYTES);
    start -= Long.BYTES;
    LONGS.set(bytes, start, value);
  }

  public void rawVarint(long value) {
    if ((value & ~0x7FL) == 0 && start > 0) {
      bytes[--start] = (byte) value;
      return;
    }
    if ((value & ~0x3FFFL) == 0 && start > 1) {
      bytes[--start] = (byte) (value >>> 7);
      bytes[--start] = (byte) (value | 0x80);
      return;
    }
    int length = (63 - Long.numberOfLeadingZeros(value | 1)) / 7 + 1;
    reserve(length);
    start -= length;
    int at = start;
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[at++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[at] = (byte) rest;
  }

  /** What was written, in its final order. */
  public byte[] toByteArray() {
    return Arrays.copyOfRange(bytes, start, bytes.length);
  }

  private void reserve(int more) {
    if (start < more) {
      int size = size();
      byte[] larger = new byte[Math.max(bytes.length * 2, size + more)];
      System.arraycopy(bytes, start, larger, larger.length - size, size);
      start = larger.length - size;
      bytes = larger;
    }
  }
}
