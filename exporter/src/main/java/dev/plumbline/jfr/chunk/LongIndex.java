package dev.plumbline.jfr.chunk;

import java.util.Arrays;

/**
 * Small numbers for long keys, by open addressing: what the decoder looks up for every frame
 * without allocating. Confined to one thread.
 */
public final class LongIndex {
  public static final int ABSENT = -1;

  private static final int INITIAL_CAPACITY = 64;
  private static final long MIX = 0x9e3779b97f4a7c15L;

  private long[] keys = new long[INITIAL_CAPACITY];
  private int[] values = new int[INITIAL_CAPACITY];
  private int size;

  public LongIndex() {
    Arrays.fill(values, ABSENT);
  }

  public int size() {
    return size;
  }

  /** {@link #ABSENT} if the key has no number. */
  public int get(long key) {
    return values[slot(key)];
  }

  /**
   * Sets the number of a key that has none.
   *
   * @param value 0 or more
   */
  public void put(long key, int value) {
    if (size * 2 >= keys.length) {
      grow();
    }
    int slot = slot(key);
    if (values[slot] == ABSENT) {
      size++;
    }
    keys[slot] = key;
    values[slot] = value;
  }

  private int slot(long key) {
    int mask = keys.length - 1;
    int slot = (int) ((key * MIX) >>> 32) & mask;
    while (values[slot] != ABSENT && keys[slot] != key) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldValues = values;
    keys = new long[oldKeys.length * 2];
    values = new int[oldKeys.length * 2];
    Arrays.fill(values, ABSENT);
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldValues[i] != ABSENT) {
        int slot = slot(oldKeys[i]);
        keys[slot] = oldKeys[i];
        values[slot] = oldValues[i];
      }
    }
  }
}
