package dev.plumbline.otlp;

import java.util.Arrays;

/**
 * Numbers of one table in one request, given from 1 on in the order in which entries of the
 * window's table are first needed. Confined to the encoder's thread.
 */
final class Numbering {
  private final int[] localOf;
  private int[] windowOf = new int[64];
  private int count;

  /**
   * @param entries entries of the window's table
   */
  Numbering(int entries) {
    this.localOf = new int[entries + 1];
  }

  /** The number of that entry; 0 if it has none yet. */
  int local(int windowIndex) {
    return localOf[windowIndex];
  }

  /** Gives the next number. */
  int add(int windowIndex) {
    count++;
    if (count == windowOf.length) {
      windowOf = Arrays.copyOf(windowOf, count * 2);
    }
    windowOf[count] = windowIndex;
    localOf[windowIndex] = count;
    return count;
  }

  /** Takes all numbers back. */
  void clear() {
    for (int local = 1; local <= count; local++) {
      localOf[windowOf[local]] = 0;
    }
    count = 0;
  }

  /** The entry of the window's table behind a number. */
  int window(int local) {
    return windowOf[local];
  }

  /** Entries that have a number; the largest number. */
  int count() {
    return count;
  }
}
