package dev.plumbline.unwind;

import dev.plumbline.kernel.LongMemory;
import java.io.IOException;
import java.util.List;

/** Rows as tests look at them: on the heap. */
final class SortedRows {
  private SortedRows() {}

  /** What was collected, in order, for a file without code to look at. */
  static long[] of(FrameRows rows, int limit) throws IOException {
    try (RowList sorted = new RowList(limit)) {
      rows.sortInto(sorted, new GapRules(List.of(), -1, FunctionStarts.unknown()));
      return of(sorted);
    }
  }

  /** The rows of a list. */
  static long[] of(RowList rows) {
    LongMemory memory = rows.complete();
    long[] all = new long[memory.size()];
    memory.copy(0, all, 0, all.length);
    return all;
  }
}
