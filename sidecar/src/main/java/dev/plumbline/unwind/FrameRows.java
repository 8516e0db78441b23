package dev.plumbline.unwind;

import dev.plumbline.kernel.unwind.UnwindRow;
import java.util.Arrays;

/**
 * Collects rows function by function, in any order, and puts them in order once. Primitives only:
 * large files have millions of rows. Confined to one thread.
 */
final class FrameRows {
  private final long base;
  private final long textBytes;
  private final int limit;

  private long[] rows = new long[4096];
  private int rowCount;
  private long[] functions = new long[512]; // start offset << 32 | number
  private int[] ends = new int[512];
  private int[] firstRows = new int[513];
  private int functionCount;
  private long start;
  private long end;

  /**
   * @param base link-time address of offset 0
   * @param textBytes size of the code, below 2 GiB
   * @param limit most rows
   */
  FrameRows(long base, long textBytes, int limit) {
    if (textBytes <= 0 || textBytes > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(textBytes + " bytes of code");
    }
    this.base = base;
    this.textBytes = textBytes;
    this.limit = limit;
  }

  int functionCount() {
    return functionCount;
  }

  /** Begins a function; false when it does not lie in the code. */
  boolean begin(long address, long length) throws RowLimitException {
    start = address - base;
    if (start < 0 || start >= textBytes || length <= 0 || length > textBytes - start) {
      return false;
    }
    if (rowCount >= limit) {
      throw new RowLimitException(limit);
    }
    end = start + length;
    if (functionCount == ends.length) {
      functions = Arrays.copyOf(functions, functionCount * 2);
      ends = Arrays.copyOf(ends, functionCount * 2);
      firstRows = Arrays.copyOf(firstRows, functionCount * 2 + 1);
    }
    functions[functionCount] = start << 32 | functionCount;
    ends[functionCount] = (int) end;
    firstRows[functionCount] = rowCount;
    return true;
  }

  /** A rule from an address of the function on; addresses ascend, others are ignored. */
  void row(long address, int rule) {
    long offset = address - base;
    if (offset < start || offset >= end) {
      return;
    }
    if (rowCount > firstRows[functionCount]) {
      long before = rows[rowCount - 1];
      if (UnwindRow.offset(before) >= offset) {
        if (UnwindRow.offset(before) > offset) {
          return;
        }
        rowCount--;
      } else if (UnwindRow.rule(before) == rule) {
        return;
      }
    }
    if (rowCount == rows.length) {
      rows = Arrays.copyOf(rows, rowCount * 2);
    }
    rows[rowCount++] = UnwindRow.row((int) offset, rule);
  }

  /** Takes back the rules of the function from an address on. */
  void cut(long address) {
    while (rowCount > firstRows[functionCount]
        && UnwindRow.offset(rows[rowCount - 1]) >= address - base) {
      rowCount--;
    }
  }

  /** The function is complete. */
  void end() {
    functionCount++;
    firstRows[functionCount] = rowCount;
  }

  /** Forgets the function that was begun last and not ended. */
  void discard() {
    rowCount = firstRows[functionCount];
  }

  /**
   * All rows in order. Where functions overlap, the one that begins first holds, and of two that
   * begin together the one that was collected first.
   */
  long[] sorted(GapRules gaps) throws RowLimitException {
    Arrays.sort(functions, 0, functionCount);
    RowList sorted = new RowList(limit);
    long covered = 0;
    for (int i = 0; i < functionCount; i++) {
      int function = (int) functions[i];
      long from = functions[i] >>> 32;
      long to = ends[function];
      if (to <= covered) {
        continue;
      }
      if (from > covered) {
        gaps.fill(covered, from, sorted);
      }
      for (int row = firstRows[function]; row < firstRows[function + 1]; row++) {
        sorted.add(Math.max(covered, UnwindRow.offset(rows[row])), UnwindRow.rule(rows[row]));
      }
      covered = to;
    }
    if (covered < textBytes) {
      gaps.fill(covered, textBytes, sorted);
    }
    return sorted.toArray();
  }
}
