package dev.plumbline.unwind;

import dev.plumbline.kernel.LongMemory;
import dev.plumbline.kernel.SystemCallException;
import dev.plumbline.kernel.unwind.UnwindRow;

/**
 * Rows in ascending order; a row that repeats the rule before it is left out. Confined to one
 * thread.
 */
final class RowList implements AutoCloseable {
  private final int limit;
  private final RowMemory rows;

  RowList(int limit) throws SystemCallException {
    this.limit = limit;
    this.rows = new RowMemory(limit);
  }

  /** Most rows. */
  int limit() {
    return limit;
  }

  /** Adds a row; at an offset that already has one, the later rule holds. */
  void add(long offset, int rule) throws RowLimitException {
    if (rows.size() > 0) {
      long before = UnwindRow.offset(rows.last());
      if (before > offset) {
        return;
      }
      if (before == offset) {
        rows.removeLast();
      }
    }
    int size = rows.size();
    if (size > 0 && UnwindRow.rule(rows.last()) == rule) {
      return;
    }
    if (size == limit) {
      throw new RowLimitException(limit, "rows");
    }
    rows.add(UnwindRow.row((int) offset, rule));
  }

  /** All rows, no more of which may be added. */
  LongMemory complete() {
    return rows.complete();
  }

  @Override
  public void close() {
    rows.close();
  }
}
