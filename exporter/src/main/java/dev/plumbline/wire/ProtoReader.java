package dev.plumbline.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Protobuf from an array, field by field, without objects. Each message is entered by its name,
 * which errors then speak of; a field of an unexpected wire type is an error and never skipped,
 * since that is how a sender of another level shows (§1.9 of the OTLP study).
 *
 * <pre>
 * in.enter("Sample");
 * while (in.next()) {
 *   switch (in.field()) {
 *     case 1: stack = in.index(); break;
 *     default: in.skip();
 *   }
 * }
 * in.leave();
 * </pre>
 *
 * <p>Never reads past the message that is entered; nests at most {@value #MAX_DEPTH} deep. Confined
 * to one thread.
 */
public final class ProtoReader {
  /** Deepest nesting of messages. */
  public static final int MAX_DEPTH = 32;

  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int LENGTH_DELIMITED = 2;
  private static final int FIXED32 = 5;

  /** Instead of an end: the repeated scalar is not packed. */
  private static final int ONE_NUMBER = -1;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final byte[] bytes;
  private final int[] limits = new int[MAX_DEPTH];
  private final String[] names = new String[MAX_DEPTH];
  private int depth;
  private int position;
  private int limit;
  private int tag;
  private int runEnd;
  private boolean single;
  private int passed;

  private ProtoReader(byte[] bytes, int from, int to, String message) {
    this.bytes = bytes;
    this.position = from;
    this.limit = to;
    this.names[0] = message;
  }

  /**
   * Reads a message that fills the array; the array is not copied.
   *
   * @param message its name
   */
  public static ProtoReader of(byte[] bytes, String message) {
    return new ProtoReader(bytes, 0, bytes.length, message);
  }

  /** Reads a message that lies between these bytes of the array. */
  public static ProtoReader of(byte[] bytes, int from, int to, String message) {
    return new ProtoReader(bytes, from, to, message);
  }

  /** Where the next byte is read. */
  public int position() {
    return position;
  }

  /** The next field of the entered message; false at its end. */
  public boolean next() throws InputException {
    if (position == limit) {
      return false;
    }
    int start = position;
    long value = rawVarint();
    tag = (int) value;
    if (value != tag || (tag >>> 3) == 0) {
      throw malformed(start, "tag " + value + " in " + name());
    }
    return true;
  }

  /** Number of the field that {@link #next} found. */
  public int field() {
    return tag >>> 3;
  }

  /** Enters the message that is the field's value. */
  public void enter(String message) throws InputException {
    int length = length();
    if (depth + 1 == MAX_DEPTH) {
      throw malformed(position, "messages nested more than " + MAX_DEPTH + " deep");
    }
    depth++;
    limits[depth] = limit;
    names[depth] = message;
    limit = position + length;
  }

  /** Back to the message around, past what is left of the entered one. */
  public void leave() {
    position = limit;
    limit = limits[depth];
    depth--;
  }

  /** Length of the field's value, which starts at {@link #position()}; it is not passed. */
  public int length() throws InputException {
    require(LENGTH_DELIMITED);
    int start = position;
    long length = rawVarint();
    if (length < 0 || length > limit - position) {
      throw malformed(
          start,
          fieldName() + " is " + Long.toUnsignedString(length) + " bytes, " + left() + " are left");
    }
    return (int) length;
  }

  /** Passes that many bytes, at most {@link #length()}. */
  public void pass(int count) {
    position += count;
  }

  /** The field as a varint of 64 bits. */
  public long varint() throws InputException {
    require(VARINT);
    return rawVarint();
  }

  /** The field as a reference into a table: 0 to the largest int. */
  public int index() throws InputException {
    require(VARINT);
    return rawIndex();
  }

  public boolean bool() throws InputException {
    return varint() != 0;
  }

  public long fixed64() throws InputException {
    require(FIXED64);
    return rawFixed64();
  }

  /**
   * Begins a repeated scalar of varints, packed or not; then {@link #hasMore} and a {@code raw}
   * read in turn.
   */
  public void beginVarints() throws InputException {
    beginRepeated(VARINT);
  }

  /** As {@link #beginVarints}, of fixed 64-bit numbers. */
  public void beginFixed64s() throws InputException {
    beginRepeated(FIXED64);
  }

  /** Whether the repeated scalar that was begun came as a list, as writers of proto3 have it. */
  public boolean isPacked() {
    return runEnd != ONE_NUMBER;
  }

  /** Whether the repeated scalar goes on. */
  public boolean hasMore() throws InputException {
    if (runEnd == ONE_NUMBER) {
      boolean first = single;
      single = false;
      return first;
    }
    if (position > runEnd) {
      throw malformed(runEnd, fieldName() + " ends within a number");
    }
    return position < runEnd;
  }

  /**
   * Passes a repeated reference, packed or not, without keeping it.
   *
   * @return the largest one; -1 if there is none. {@link #passedIndexes} says how many there were
   */
  public int passIndexes() throws InputException {
    beginVarints();
    passed = 0;
    if (runEnd != ONE_NUMBER) {
      return passPacked();
    }
    single = false;
    passed = 1;
    return rawIndex();
  }

  /** How many references {@link #passIndexes} last passed. */
  public int passedIndexes() {
    return passed;
  }

  private int passPacked() throws InputException {
    int end = runEnd;
    int at = position;
    int largest = -1;
    while (at < end) {
      int value = bytes[at++];
      if (value < 0) {
        if (at < end && bytes[at] >= 0) {
          value = (value & 0x7F) | (bytes[at++] << 7);
        } else {
          position = at - 1;
          value = rawIndex();
          at = position;
        }
      }
      passed++;
      largest = Math.max(largest, value);
    }
    position = at;
    if (at > end) {
      throw malformed(end, fieldName() + " ends within a number");
    }
    return largest;
  }

  public int rawIndex() throws InputException {
    int start = position;
    long value = rawVarint();
    if (value != (int) value || value < 0) {
      throw malformed(start, fieldName() + " is " + value + ", expected an index of 0 or more");
    }
    return (int) value;
  }

  public long rawFixed64() throws InputException {
    if (limit - position < Long.BYTES) {
      throw malformed(position, name() + " ends within a number");
    }
    long value = (long) LONGS.get(bytes, position);
    position += Long.BYTES;
    return value;
  }

  public long rawVarint() throws InputException {
    int at = position;
    if (at < limit) {
      byte first = bytes[at];
      if (first >= 0) {
        position = at + 1;
        return first;
      }
      if (at + 1 < limit && bytes[at + 1] >= 0) {
        position = at + 2;
        return (first & 0x7F) | (bytes[at + 1] << 7);
      }
    }
    return longVarint();
  }

  private long longVarint() throws InputException {
    long value = 0;
    int at = position;
    int end = limit;
    for (int shift = 0; shift < 70; shift += 7) {
      if (at == end) {
        throw malformed(position, name() + " ends within a number");
      }
      byte next = bytes[at++];
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        position = at;
        return value;
      }
    }
    throw malformed(position, "a number of more than 10 bytes in " + name());
  }

  /** Passes a field that is not known. */
  public void skip() throws InputException {
    switch (tag & 7) {
      case VARINT:
        rawVarint();
        break;
      case FIXED64:
        passChecked(Long.BYTES);
        break;
      case LENGTH_DELIMITED:
        pass(length());
        break;
      case FIXED32:
        passChecked(Integer.BYTES);
        break;
      default:
        throw malformed(position, fieldName() + " has wire type " + (tag & 7));
    }
  }

  /** An error at the present place. */
  public InputException malformed(String problem) {
    return malformed(position, problem);
  }

  /** Such as {@code field 4 of Sample}. */
  public String fieldName() {
    return "field " + field() + " of " + name();
  }

  private void beginRepeated(int wireType) throws InputException {
    single = (tag & 7) == wireType;
    if (single) {
      runEnd = ONE_NUMBER;
    } else {
      int length = length();
      runEnd = position + length;
    }
  }

  private void passChecked(int count) throws InputException {
    if (limit - position < count) {
      throw malformed(position, name() + " ends within a number");
    }
    position += count;
  }

  private void require(int wireType) throws InputException {
    if ((tag & 7) != wireType) {
      throw malformed(
          position, fieldName() + " has wire type " + (tag & 7) + ", expected " + wireType);
    }
  }

  private int left() {
    return limit - position;
  }

  private String name() {
    return names[depth];
  }

  private static InputException malformed(int offset, String problem) {
    return InputException.malformed(offset, problem);
  }
}
