package dev.plumbline.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Strings as the bytes of their UTF-8, by index from 0. A table over a received message points into
 * it and copies nothing; a growing table keeps each string once, the empty one first. Texts are
 * made when asked for. Confined to one thread until it is only read; the cache of texts may then be
 * filled by several.
 */
public final class Utf8Table {
  private static final int[] NO_SLOTS = {};

  private byte[] data;
  private int dataLength;
  private int[] starts = new int[64];
  private int[] ends = new int[64];
  private @Nullable String[] texts = new String[64];
  private int[] slots;
  private int count;

  private Utf8Table(byte[] data, int[] slots) {
    this.data = data;
    this.slots = slots;
  }

  /** An empty table whose strings will lie in that array, which is not copied. */
  public static Utf8Table over(byte[] data) {
    return new Utf8Table(data, NO_SLOTS);
  }

  /** A table of the empty string alone, to be interned in. */
  public static Utf8Table growing() {
    Utf8Table table = new Utf8Table(new byte[4096], new int[256]);
    table.intern("");
    return table;
  }

  /** Adds the string that lies there in the array of {@link #over}. */
  public void append(int start, int end) {
    if (count == starts.length) {
      starts = Arrays.copyOf(starts, count * 2);
      ends = Arrays.copyOf(ends, count * 2);
      texts = Arrays.copyOf(texts, count * 2);
    }
    starts[count] = start;
    ends[count] = end;
    count++;
  }

  /** Index of that string in a growing table; lone surrogates are replaced. */
  public int intern(String text) {
    byte[] utf8 = WireText.wellFormed(text, Integer.MAX_VALUE).getBytes(UTF_8);
    return intern(utf8, 0, utf8.length);
  }

  /** Index, in a growing table, of a string of another; repaired if its bytes are no UTF-8. */
  public int intern(Utf8Table other, int index) {
    if (other.isWellFormed(index)) {
      return intern(other.data, other.starts[index], other.ends[index]);
    }
    return intern(other.text(index));
  }

  private int intern(byte[] source, int start, int end) {
    int mask = slots.length - 1;
    int slot = hash(source, start, end) & mask;
    while (slots[slot] != 0) {
      int index = slots[slot] - 1;
      if (Arrays.equals(data, starts[index], ends[index], source, start, end)) {
        return index;
      }
      slot = (slot + 1) & mask;
    }
    int length = end - start;
    if (dataLength + length > data.length) {
      data = Arrays.copyOf(data, Math.max(data.length * 2, dataLength + length));
    }
    System.arraycopy(source, start, data, dataLength, length);
    append(dataLength, dataLength + length);
    dataLength += length;
    slots[slot] = count;
    if (count * 2 >= slots.length) {
      grow();
    }
    return count - 1;
  }

  private void grow() {
    slots = new int[slots.length * 4];
    int mask = slots.length - 1;
    for (int index = 0; index < count; index++) {
      int slot = hash(data, starts[index], ends[index]) & mask;
      while (slots[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      slots[slot] = index + 1;
    }
  }

  public int count() {
    return count;
  }

  public boolean isEmpty(int index) {
    return starts[index] == ends[index];
  }

  /** In bytes. */
  public int length(int index) {
    return ends[index] - starts[index];
  }

  /** The string; bytes that are no UTF-8 become U+FFFD. */
  public String text(int index) {
    String text = texts[index];
    if (text == null) {
      text = new String(data, starts[index], length(index), UTF_8);
      texts[index] = text;
    }
    return text;
  }

  /** Whether the string is that ASCII text, without making it a String. */
  public boolean isText(int index, String ascii) {
    if (length(index) != ascii.length()) {
      return false;
    }
    int start = starts[index];
    for (int i = 0; i < ascii.length(); i++) {
      if (data[start + i] != ascii.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Whether two strings of the table are the same bytes. */
  public boolean isSame(int one, int other) {
    return one == other
        || Arrays.equals(data, starts[one], ends[one], data, starts[other], ends[other]);
  }

  public boolean isWellFormed(int index) {
    return Utf8.isWellFormed(data, starts[index], ends[index]);
  }

  /** Writes the string as a field, also if it is empty. */
  public void writeTo(ReverseWriter out, int field, int index) {
    out.bytes(field, data, starts[index], length(index));
  }

  private static int hash(byte[] source, int start, int end) {
    int hash = end - start;
    for (int i = start; i < end; i++) {
      hash = 31 * hash + source[i];
    }
    return ((hash ^ (hash >>> 15)) * 0x9E3779B1) >>> 1;
  }
}
