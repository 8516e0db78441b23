package dev.plumbline.unwind;

import dev.plumbline.kernel.LongMemory;
import dev.plumbline.kernel.SystemCallException;

/**
 * Rows outside of the heap, but for the last ones, which are looked at and taken back again: large
 * files have millions of rows. Confined to one thread.
 */
final class RowMemory implements AutoCloseable {
  /** Rows that leave the heap at once; as many stay on it. */
  private static final int PIECE = 4096;

  private final LongMemory memory;
  private final long[] tail = new long[2 * PIECE];
  private int tailSize;
  private int size;

  RowMemory(int capacity) throws SystemCallException {
    this.memory = LongMemory.reserve(capacity);
  }

  int size() {
    return size;
  }

  /** The last row; there must be one. */
  long last() {
    return tail[tailSize - 1];
  }

  /**
   * Adds a row.
   *
   * @throws java.io.UncheckedIOException the kernel refused the memory
   */
  void add(long row) {
    if (tailSize == tail.length) {
      memory.append(tail, 0, PIECE);
      tailSize -= PIECE;
      System.arraycopy(tail, PIECE, tail, 0, tailSize);
    }
    tail[tailSize++] = row;
    size++;
  }

  /** Takes the last row back. */
  void removeLast() {
    size--;
    tailSize--;
    if (tailSize == 0 && size > 0) {
      load();
    }
  }

  /** Takes the last rows back, down to a number. */
  void truncate(int to) {
    size = to;
    if (to > memory.size()) {
      tailSize = to - memory.size();
    } else {
      load();
    }
  }

  /** Brings the last rows, which are no longer on the heap, back to it. */
  private void load() {
    tailSize = Math.min(size, PIECE);
    int from = size - tailSize;
    memory.copy(from, tail, 0, tailSize);
    memory.truncate(from);
  }

  /** All rows, no more of which may be added. */
  LongMemory complete() {
    memory.append(tail, 0, tailSize);
    tailSize = 0;
    return memory;
  }

  @Override
  public void close() {
    memory.close();
  }
}
