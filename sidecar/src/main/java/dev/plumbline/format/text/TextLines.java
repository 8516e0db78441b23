package dev.plumbline.format.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.jspecify.annotations.Nullable;

/**
 * Lines of a text file, one after another, without a copy of the whole: ends may be LF or CRLF or
 * missing at the end of the file; a byte order mark is passed over. Confined to one thread.
 */
public final class TextLines {
  private static final int BYTE_ORDER_MARK_BYTES = 3;

  private final byte[] bytes;
  private final int first;
  private int position;
  private int number;

  /** Keeps the array, which must not change. */
  public TextLines(byte[] bytes) {
    this.bytes = bytes;
    boolean marked =
        bytes.length >= BYTE_ORDER_MARK_BYTES
            && bytes[0] == (byte) 0xEF
            && bytes[1] == (byte) 0xBB
            && bytes[2] == (byte) 0xBF;
    this.first = marked ? BYTE_ORDER_MARK_BYTES : 0;
    this.position = first;
  }

  /** The next line without its end; null behind the last. */
  public @Nullable String next() {
    if (position >= bytes.length) {
      return null;
    }
    int start = position;
    int end = start;
    while (end < bytes.length && bytes[end] != '\n') {
      end++;
    }
    position = end + 1;
    number++;
    int last = end > start && bytes[end - 1] == '\r' ? end - 1 : end;
    return new String(bytes, start, last - start, UTF_8);
  }

  /** Number of the line that {@link #next} returned, from 1. */
  public int number() {
    return number;
  }

  /** Where the next line begins, in bytes. */
  public int offset() {
    return position;
  }

  /** Back to the first line. */
  public void rewind() {
    position = first;
    number = 0;
  }

  /** The first character that is no blank; a blank if there is none. */
  public char firstCharacter() {
    for (int i = first; i < bytes.length; i++) {
      if (bytes[i] < 0 || bytes[i] > ' ') {
        return (char) (bytes[i] & 0xFF);
      }
    }
    return ' ';
  }
}
