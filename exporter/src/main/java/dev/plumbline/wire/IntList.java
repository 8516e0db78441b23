package dev.plumbline.wire;

import java.util.Arrays;

/**
 * Growing ints without boxes; an empty list costs next to nothing. Confined to one thread until it
 * is only read.
 */
public final class IntList {
  private static final int[] NONE = {};

  private int[] values = NONE;
  private int size;

  public void add(int value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, Math.max(16, size * 2));
    }
    values[size++] = value;
  }

  /** Two ints, the high one first. */
  public void addLong(long value) {
    add((int) (value >>> 32));
    add((int) value);
  }

  public int get(int index) {
    return values[index];
  }

  public void set(int index, int value) {
    values[index] = value;
  }

  public int size() {
    return size;
  }

  public void clear() {
    size = 0;
  }

  /** Appends all to the table as one tuple. */
  public int appendTo(IntTupleTable table) {
    return table.append(values, size);
  }

  /** Interns all in the table as one tuple. */
  public int internIn(IntTupleTable table) {
    return table.intern(values, size);
  }
}
