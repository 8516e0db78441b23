package dev.plumbline.otlp;

import java.util.Arrays;

/**
 * Samples of one profile in the making, pairwise different: what comes twice is added. Confined to
 * the encoder's thread.
 */
final class SampleList {
  /** Position + 1 by identity; 0 for none. Grows with the window's identities. */
  private int[] positionOf = new int[0];

  private int[] identities = new int[64];
  private long[] values = new long[64];
  private int[] weights = new int[64];
  private int count;

  /** Adds to the sample of that identity; the caller guards the sum against overflow. */
  void add(int identity, long value, int weight) {
    if (identity >= positionOf.length) {
      positionOf = Arrays.copyOf(positionOf, Math.max(identity * 2, 1024));
    }
    int position = positionOf[identity] - 1;
    if (position < 0) {
      position = append(identity);
    }
    values[position] += value;
    weights[position] += weight;
  }

  int count() {
    return count;
  }

  /** Forgets the samples, keeps the room. */
  void clear() {
    for (int i = 0; i < count; i++) {
      positionOf[identities[i]] = 0;
    }
    Arrays.fill(values, 0, count, 0);
    Arrays.fill(weights, 0, count, 0);
    count = 0;
  }

  /** A copy, in the order of first appearance. */
  int[] identities() {
    return Arrays.copyOf(identities, count);
  }

  /** A copy. */
  long[] values() {
    return Arrays.copyOf(values, count);
  }

  /** A copy. */
  int[] weights() {
    return Arrays.copyOf(weights, count);
  }

  private int append(int identity) {
    if (count == identities.length) {
      identities = Arrays.copyOf(identities, count * 2);
      values = Arrays.copyOf(values, count * 2);
      weights = Arrays.copyOf(weights, count * 2);
    }
    identities[count] = identity;
    positionOf[identity] = ++count;
    return count - 1;
  }
}
