package dev.plumbline.kernel;

import java.util.Objects;

/**
 * Reads longs of a memory one by one, most of them near the one before: a piece of them is on the
 * heap, since single reads outside of it cost ten times as much. Confined to one thread; the longs
 * must not change meanwhile.
 */
public final class LongWindow {
  private final LongMemory memory;
  private final long[] piece;
  private int from;
  private int to;

  /**
   * A window.
   *
   * @param longs size of a piece, a power of two
   */
  public LongWindow(LongMemory memory, int longs) {
    if (Integer.bitCount(longs) != 1) {
      throw new IllegalArgumentException(longs + " longs, expected a power of two");
    }
    this.memory = memory;
    this.piece = new long[longs];
  }

  /** The long at an index. */
  public long get(int at) {
    if (at < from || at >= to) {
      move(at);
    }
    return piece[at - from];
  }

  private void move(int at) {
    Objects.checkIndex(at, memory.size());
    int start = at & -piece.length;
    int count = Math.min(piece.length, memory.size() - start);
    memory.copy(start, piece, 0, count);
    from = start;
    to = start + count;
  }
}
