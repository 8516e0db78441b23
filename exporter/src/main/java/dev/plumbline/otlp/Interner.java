package dev.plumbline.otlp;

import java.util.Arrays;

/**
 * Values that were seen, each with the index it got: open addressing over two arrays, without an
 * entry object or a boxed number per value. Equal values are found by equality, never by hash
 * alone; the hash is the value's own, which strings, frames and stack traces keep. Confined to the
 * encoder's thread.
 */
final class Interner<K> {
  /** What {@link #find} answers for a value that is not there. */
  static final int ABSENT = -1;

  private Object[] keys;
  private int[] indexes;
  private int size;

  Interner(int expected) {
    int capacity = Math.max(16, Integer.highestOneBit(Math.max(1, expected)) * 4);
    this.keys = new Object[capacity];
    this.indexes = new int[capacity];
  }

  /** Index of that value, or {@link #ABSENT}. */
  int find(K key) {
    Object[] table = keys;
    int mask = table.length - 1;
    int slot = spread(key.hashCode()) & mask;
    while (true) {
      Object candidate = table[slot];
      if (candidate == null) {
        return ABSENT;
      }
      if (candidate == key || candidate.equals(key)) {
        return indexes[slot];
      }
      slot = (slot + 1) & mask;
    }
  }

  /** Remembers a value that {@link #find} did not know. */
  void put(K key, int index) {
    if (size * 2 >= keys.length) {
      grow();
    }
    insert(key, index);
    size++;
  }

  /** Forgets everything, keeps the room. */
  void clear() {
    Arrays.fill(keys, null);
    size = 0;
  }

  private void insert(Object key, int index) {
    int mask = keys.length - 1;
    int slot = spread(key.hashCode()) & mask;
    while (keys[slot] != null) {
      slot = (slot + 1) & mask;
    }
    keys[slot] = key;
    indexes[slot] = index;
  }

  private void grow() {
    Object[] oldKeys = keys;
    int[] oldIndexes = indexes;
    keys = new Object[oldKeys.length * 2];
    indexes = new int[keys.length];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldKeys[i] != null) {
        insert(oldKeys[i], oldIndexes[i]);
      }
    }
  }

  private static int spread(int hash) {
    int mixed = hash * 0x9E3779B9;
    return mixed ^ (mixed >>> 16);
  }
}
