package dev.plumbline.unwind;

import dev.plumbline.kernel.LongWindow;
import dev.plumbline.kernel.SystemCallException;
import dev.plumbline.kernel.unwind.UnwindRow;

/**
 * Collects rows function by function, in any order, and puts them in order once. What is collected
 * stands outside of the heap, which takes some hundred kilobytes of it for a file of any size.
 * Confined to one thread.
 */
final class FrameRows implements AutoCloseable {
  private static final int WINDOW = 1 << 12;

  private final long base;
  private final long textBytes;
  private final int limit;

  private final RowMemory rows;
  private final FunctionList functions;
  private int firstRow; // of the function that was begun last
  private long start;
  private long end;

  /**
   * @param base link-time address of offset 0
   * @param textBytes size of the code, below 2 GiB
   * @param limit most rows
   * @throws SystemCallException the kernel refused the memory
   */
  FrameRows(long base, long textBytes, int limit) throws SystemCallException {
    if (textBytes <= 0 || textBytes > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(textBytes + " bytes of code");
    }
    this.base = base;
    this.textBytes = textBytes;
    this.limit = limit;
    this.rows = new RowMemory(limit + 1); // one more shows that there are too many
    this.functions = new FunctionList();
  }

  /** Begins a function; false when it does not lie in the code. */
  boolean begin(long address, long length) throws RowLimitException {
    start = address - base;
    if (start < 0 || start >= textBytes || length <= 0 || length > textBytes - start) {
      return false;
    }
    if (rows.size() >= limit) {
      throw new RowLimitException(limit, "rows");
    }
    if (functions.size() == FunctionList.MAX_FUNCTIONS) {
      throw new RowLimitException(FunctionList.MAX_FUNCTIONS, "functions");
    }
    end = start + length;
    return true;
  }

  /** A rule from an address of the function on; addresses ascend, others are ignored. */
  void row(long address, int rule) {
    long offset = address - base;
    if (offset < start || offset >= end) {
      return;
    }
    if (rows.size() > firstRow) {
      long before = rows.last();
      if (UnwindRow.offset(before) >= offset) {
        if (UnwindRow.offset(before) > offset) {
          return;
        }
        rows.removeLast();
      } else if (UnwindRow.rule(before) == rule) {
        return;
      }
    }
    if (rows.size() <= limit) {
      rows.add(UnwindRow.row((int) offset, rule));
    }
  }

  /** Takes back the rules of the function from an address on. */
  void cut(long address) {
    while (rows.size() > firstRow && UnwindRow.offset(rows.last()) >= address - base) {
      rows.removeLast();
    }
  }

  /** The function is complete. */
  void end() throws RowLimitException {
    if (rows.size() > limit) {
      throw new RowLimitException(limit, "rows");
    }
    functions.add(start, end, firstRow);
    firstRow = rows.size();
  }

  /** Forgets the function that was begun last and not ended. */
  void discard() {
    rows.truncate(firstRow);
  }

  /**
   * Gives all rows in order, and takes no more. Where functions overlap, the one that begins first
   * holds, and of two that begin together the one that was collected first.
   */
  void sortInto(RowList sorted, GapRules gaps) throws RowLimitException {
    functions.sort(rows.size());
    LongWindow collected = new LongWindow(rows.complete(), WINDOW);
    long covered = 0;
    while (functions.next()) {
      long from = functions.start();
      long to = functions.end();
      if (to <= covered) {
        continue;
      }
      if (from > covered) {
        gaps.fill(covered, from, sorted);
      }
      int endRow = functions.endRow();
      for (int i = functions.firstRow(); i < endRow; i++) {
        long row = collected.get(i);
        sorted.add(Math.max(covered, UnwindRow.offset(row)), UnwindRow.rule(row));
      }
      covered = to;
    }
    if (covered < textBytes) {
      gaps.fill(covered, textBytes, sorted);
    }
  }

  @Override
  public void close() {
    rows.close();
    functions.close();
  }
}
