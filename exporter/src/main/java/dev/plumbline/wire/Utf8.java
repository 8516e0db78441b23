package dev.plumbline.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Well-formedness of UTF-8 as Unicode defines it: no overlong form, no surrogate, nothing above
 * U+10FFFF. Official protobuf runtimes refuse a whole request for one bad string. Stateless.
 */
public final class Utf8 {
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private Utf8() {}

  public static boolean isWellFormed(byte[] bytes, int start, int end) {
    int i = start;
    while (i < end) {
      if (end - i >= Long.BYTES && ((long) LONGS.get(bytes, i) & HIGH_BITS) == 0) {
        i += Long.BYTES;
      } else if (bytes[i] >= 0) {
        i++;
      } else {
        int size = sequenceSize(bytes, i, end);
        if (size == 0) {
          return false;
        }
        i += size;
      }
    }
    return true;
  }

  /** Bytes of the well-formed sequence at that place, which is not ASCII; 0 if it is none. */
  private static int sequenceSize(byte[] bytes, int i, int end) {
    int first = bytes[i] & 0xFF;
    int size = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
    if (size == 0 || end - i < size) {
      return 0;
    }
    for (int k = 1; k < size; k++) {
      if ((bytes[i + k] & 0xC0) != 0x80) {
        return 0;
      }
    }
    int second = bytes[i + 1] & 0xFF;
    boolean overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
    boolean outside = (first == 0xED && second > 0x9F) || (first == 0xF4 && second > 0x8F);
    return overlong || outside ? 0 : size;
  }
}
