package dev.plumbline.wire;

import java.util.Arrays;

/**
 * Growing longs without boxes; an empty list costs next to nothing. Confined to one thread until it
 * is only read.
 */
public final class LongList {
  private static final long[] NONE = {};

  private long[] values = NONE;
  private int size;

  public void add(long value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, Math.max(16, size * 2));
    }
    values[size++] = value;
  }

  public long get(int index) {
    return values[index];
  }

  public void set(int index, long value) {
    values[index] = value;
  }

  public int size() {
    return size;
  }

  public void clear() {
    size = 0;
  }
}
