package dev.plumbline.jvm;

import java.nio.ByteBuffer;

/**
 * A cursor over numbers of one to five bytes, as HotSpot packs debug information: low bytes end a
 * number, high ones continue it, each worth six bits. Since JDK 20 no encoded byte is zero. Reading
 * behind the end gives zeros and sets {@link #isPastEnd()}. Confined to one thread.
 */
final class Unsigned5 {
  /** The two encodings. */
  enum Encoding {
    /** Byte values as they are (JDK 17). */
    WITH_NULLS(0),
    /** Every byte is one higher, so that a zero byte can end a stream. */
    NULL_FREE(1);

    private final int excess;

    Encoding(int excess) {
      this.excess = excess;
    }
  }

  private static final int FIRST_CONTINUED = 192;
  private static final int BITS = 6;
  private static final int MAX_BYTES = 5;

  private final ByteBuffer bytes;
  private final int limit;
  private final int excess;
  private int position;
  private boolean isPastEnd;

  /** Reads absolute indexes of the buffer from {@code from} up to {@code limit}. */
  Unsigned5(ByteBuffer bytes, int from, int limit, Encoding encoding) {
    this.bytes = bytes;
    this.position = from;
    this.limit = limit;
    this.excess = encoding.excess;
  }

  /** The next byte as it stands, as unsigned number. */
  int nextByte() {
    if (position < 0 || position >= limit) {
      isPastEnd = true;
      return 0;
    }
    return bytes.get(position++) & 0xff;
  }

  /** The next number; all 32 bits are in use. */
  int next() {
    int sum = 0;
    for (int i = 0; i < MAX_BYTES; i++) {
      int b = nextByte();
      sum += (b - excess) << (BITS * i);
      if (b < FIRST_CONTINUED) {
        break;
      }
    }
    return sum;
  }

  /** The next number, whose lowest bit is the sign. */
  int nextSigned() {
    int value = next();
    return (value >>> 1) ^ -(value & 1);
  }

  /** More bytes were asked for than there are. */
  boolean isPastEnd() {
    return isPastEnd;
  }
}
