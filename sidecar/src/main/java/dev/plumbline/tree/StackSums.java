package dev.plumbline.tree;

import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * Sums by group and leaf node, in primitive memory: 32 bytes for each pair. Sums saturate. Confined
 * to the query's thread.
 */
public final class StackSums {
  private static final long EMPTY = -1;

  private long[] keys = emptyKeys(1 << 10);
  private long[] sums = new long[1 << 10];
  private int size;

  public void add(int group, int node, long value) {
    long key = (long) group << 32 | node;
    int slot = slot(key);
    if (keys[slot] == EMPTY) {
      if (size >= keys.length / 2) {
        grow();
        slot = slot(key);
      }
      keys[slot] = key;
      size++;
    }
    sums[slot] = saturatedSum(sums[slot], value);
  }

  int size() {
    return size;
  }

  /** Takes what was summed, ordered by group, then by node. */
  public interface Visitor {
    void sum(int group, int node, long value);
  }

  public void forEach(Visitor visitor) {
    long[] sorted = new long[size];
    int count = 0;
    for (long key : keys) {
      if (key != EMPTY) {
        sorted[count++] = key;
      }
    }
    Arrays.sort(sorted);
    for (long key : sorted) {
      visitor.sum((int) (key >>> 32), (int) key, sums[slot(key)]);
    }
  }

  /** Hands over each leaf node, in any order, once for each group. */
  void forEachLeaf(IntConsumer visitor) {
    for (long key : keys) {
      if (key != EMPTY) {
        visitor.accept((int) key);
      }
    }
  }

  public static long saturatedProduct(long a, long b) {
    long high = Math.multiplyHigh(a, b);
    long low = a * b;
    return high == low >> 63 ? low : high < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
  }

  public static long saturatedSum(long a, long b) {
    long sum = a + b;
    return ((a ^ sum) & (b ^ sum)) < 0 ? (a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
  }

  private int slot(long key) {
    int mask = keys.length - 1;
    int slot = (int) ((key * 0x9e3779b97f4a7c15L) >>> 32) & mask;
    while (keys[slot] != EMPTY && keys[slot] != key) {
      slot = slot + 1 & mask;
    }
    return slot;
  }

  private void grow() {
    long[] oldKeys = keys;
    long[] oldSums = sums;
    keys = emptyKeys(oldKeys.length * 2);
    sums = new long[keys.length];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldKeys[i] != EMPTY) {
        int slot = slot(oldKeys[i]);
        keys[slot] = oldKeys[i];
        sums[slot] = oldSums[i];
      }
    }
  }

  private static long[] emptyKeys(int length) {
    long[] keys = new long[length];
    Arrays.fill(keys, EMPTY);
    return keys;
  }
}
