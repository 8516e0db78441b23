package dev.plumbline.convert;

import dev.plumbline.pprof.PprofBuilder;
import dev.plumbline.wire.IntTupleTable;
import java.util.Arrays;

/**
 * Rows of a pprof file that is put together from profiles of one type each: the k-th sample of a
 * stack and label set in one profile stands in the row of the k-th in every other. Confined to one
 * conversion.
 */
final class PairedRows {
  private final int columns;
  private final IntTupleTable identities = new IntTupleTable(1024);
  private final IntTupleTable rows = new IntTupleTable(1024);
  private final int[] tuple = new int[2];
  private int[] seen = new int[64];
  private long[] values = new long[64];

  PairedRows(int columns) {
    this.columns = columns;
  }

  /** Another profile follows. */
  void begin() {
    Arrays.fill(seen, 0);
  }

  /** Saturates where a type comes from several profiles. */
  void add(int stack, int labelSet, int column, long value) {
    tuple[0] = stack;
    tuple[1] = labelSet;
    int identity = identities.intern(tuple, 2);
    if (identity >= seen.length) {
      seen = Arrays.copyOf(seen, identity * 2);
    }
    tuple[0] = identity;
    tuple[1] = seen[identity]++;
    int at = (rows.intern(tuple, 2) - 1) * columns + column;
    if (at >= values.length) {
      values = Arrays.copyOf(values, Math.max(values.length * 2, at + columns));
    }
    long sum = values[at] + value;
    boolean overflows = ((values[at] ^ sum) & (value ^ sum)) < 0;
    values[at] = overflows ? (value < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
  }

  void writeTo(PprofBuilder builder) {
    long[] ofRow = new long[columns];
    for (int row = 1; row <= rows.count(); row++) {
      int identity = rows.get(row, 0);
      for (int column = 0; column < columns; column++) {
        int at = (row - 1) * columns + column;
        ofRow[column] = at < values.length ? values[at] : 0;
      }
      builder.sample(identities.get(identity, 0), identities.get(identity, 1), ofRow);
    }
  }
}
