package dev.plumbline.unwind;

import dev.plumbline.kernel.unwind.UnwindRow;
import java.util.Arrays;

/** Rows in ascending order; a row that repeats the rule before it is left out. Mutable. */
final class RowList {
  private final int limit;
  private long[] rows = new long[1024];
  private int size;

  RowList(int limit) {
    this.limit = limit;
  }

  int size() {
    return size;
  }

  /** Adds a row; at an offset that already has one, the later rule holds. */
  void add(long offset, int rule) throws RowLimitException {
    if (size > 0 && UnwindRow.offset(rows[size - 1]) >= offset) {
      if (UnwindRow.offset(rows[size - 1]) > offset) {
        return;
      }
      size--;
    }
    if (size > 0 && UnwindRow.rule(rows[size - 1]) == rule) {
      return;
    }
    if (size == rows.length) {
      if (size >= limit) {
        throw new RowLimitException(limit);
      }
      rows = Arrays.copyOf(rows, (int) Math.min(limit, size * 2L));
    }
    rows[size++] = UnwindRow.row((int) offset, rule);
  }

  /** The rows, exactly as many as there are. */
  long[] toArray() {
    return Arrays.copyOf(rows, size);
  }
}
