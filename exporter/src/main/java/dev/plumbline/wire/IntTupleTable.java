package dev.plumbline.wire;

import java.util.Arrays;

/**
 * Tuples of ints, each stored once and known by its index from 1 on (0 is the zero entry and is not
 * stored). All tuples lie in one array; equality compares their ints. Tuples that are appended are
 * not looked up and may stand twice. Confined to one thread until it is only read.
 */
public final class IntTupleTable {
  private static final int FIRST_TUPLES = 64;
  private static final int FIRST_SLOTS = 128;

  private int[] data;
  private int dataLength;

  /** {@code ends[i]} is where tuple i ends in {@link #data}; {@code ends[0]} is 0. */
  private int[] ends = new int[FIRST_TUPLES];

  /** Empty until a tuple is interned: a table that is only appended to is not looked up. */
  private int[] hashes = {};

  private int[] slots = {};
  private int count;

  public IntTupleTable(int expectedInts) {
    this.data = new int[expectedInts];
  }

  /** Index of the tuple in {@code tuple[0..length)}, which is stored if it is new. */
  public int intern(int[] tuple, int length) {
    if (slots.length == 0) {
      slots = new int[FIRST_SLOTS];
    }
    int hash = hash(tuple, length);
    int mask = slots.length - 1;
    int slot = hash & mask;
    while (slots[slot] != 0) {
      int index = slots[slot];
      if (hashes[index] == hash && equal(index, tuple, length)) {
        return index;
      }
      slot = (slot + 1) & mask;
    }
    return store(tuple, length, hash, slot);
  }

  /** Number of tuples; the largest index. */
  public int count() {
    return count;
  }

  public int length(int index) {
    return ends[index] - ends[index - 1];
  }

  /** The int at that position of the tuple. */
  public int get(int index, int position) {
    return data[ends[index - 1] + position];
  }

  /** Two ints of the tuple as one long, the high one first. */
  public long getLong(int index, int position) {
    int at = ends[index - 1] + position;
    return ((long) data[at] << 32) | Integer.toUnsignedLong(data[at + 1]);
  }

  /** Replaces the int at that position; for tables that are only appended to. */
  public void set(int index, int position, int value) {
    data[ends[index - 1] + position] = value;
  }

  /** Ints of all tuples together: what the table costs. */
  public int intCount() {
    return dataLength;
  }

  /** Stores the tuple without looking for an equal one; a table is interned or appended to. */
  public int append(int[] tuple, int length) {
    return add(tuple, length);
  }

  private int store(int[] tuple, int length, int hash, int slot) {
    add(tuple, length);
    if (hashes.length < ends.length) {
      hashes = Arrays.copyOf(hashes, ends.length);
    }
    hashes[count] = hash;
    slots[slot] = count;
    if (count * 2 >= slots.length) {
      grow();
    }
    return count;
  }

  private int add(int[] tuple, int length) {
    count++;
    if (count == ends.length) {
      ends = Arrays.copyOf(ends, count * 2);
    }
    if (dataLength + length > data.length) {
      data = Arrays.copyOf(data, Math.max(data.length * 2, dataLength + length));
    }
    System.arraycopy(tuple, 0, data, dataLength, length);
    dataLength += length;
    ends[count] = dataLength;
    return count;
  }

  private boolean equal(int index, int[] tuple, int length) {
    int start = ends[index - 1];
    return Arrays.equals(data, start, ends[index], tuple, 0, length);
  }

  private void grow() {
    slots = new int[slots.length * 2];
    int mask = slots.length - 1;
    for (int index = 1; index <= count; index++) {
      int slot = hashes[index] & mask;
      while (slots[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      slots[slot] = index;
    }
  }

  /** Two ints at a time, since each step waits for the one before. */
  private static int hash(int[] tuple, int length) {
    long hash = length;
    int i = 0;
    while (i < length) {
      long low = Integer.toUnsignedLong(tuple[i++]);
      long high = i < length ? (long) tuple[i++] << 32 : 0;
      hash = Long.rotateLeft(hash ^ (high | low), 29) * 0x9E3779B97F4A7C15L;
    }
    return (int) (hash >>> 32) ^ (int) hash;
  }
}
