package dev.plumbline.jvm;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The line of each byte code of a method: pairs of (byte code index, line) in the order in which
 * the compiler of the source wrote them. Immutable.
 */
final class LineNumbers {
  static final LineNumbers NONE = new LineNumbers(new int[0]);

  /** A method has at most 65,535 byte codes. */
  private static final int MAX_PAIRS = 1 << 16;

  private static final int END = 0;
  private static final int ESCAPE = 0xff;

  private final int[] pairs;

  private LineNumbers(int[] pairs) {
    this.pairs = pairs;
  }

  /**
   * Decodes HotSpot's compressed table: a byte holds five bits of distance in byte codes and three
   * in lines, 0xff announces two numbers instead, 0 ends.
   */
  static LineNumbers decode(ByteBuffer bytes, int from, int limit, Unsigned5.Encoding encoding) {
    Unsigned5 cursor = new Unsigned5(bytes, from, limit, encoding);
    int[] pairs = new int[32];
    int count = 0;
    int bci = 0;
    int line = 0;
    for (int b = cursor.nextByte(); b != END && count < MAX_PAIRS; b = cursor.nextByte()) {
      bci += b == ESCAPE ? cursor.nextSigned() : b >> 3;
      line += b == ESCAPE ? cursor.nextSigned() : b & 7;
      if (cursor.isPastEnd() || bci >>> 16 != 0 || line >>> 16 != 0) {
        break;
      }
      if (count == pairs.length) {
        pairs = Arrays.copyOf(pairs, count * 2);
      }
      pairs[count++] = bci << 16 | line;
    }
    return count == 0 ? NONE : new LineNumbers(Arrays.copyOf(pairs, count));
  }

  /** Line of the nearest entry at or before the byte code; 0 if there is none. */
  int line(int bci) {
    int wanted = Math.max(bci, 0);
    int best = -1;
    int line = 0;
    for (int pair : pairs) {
      int start = pair >>> 16;
      if (start <= wanted && start > best) {
        best = start;
        line = pair & 0xffff;
      }
    }
    return line;
  }
}
