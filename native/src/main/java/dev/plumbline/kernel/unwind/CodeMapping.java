package dev.plumbline.kernel.unwind;

/**
 * An executable mapping of a process, as the programs see it. Immutable.
 *
 * @param start first address
 * @param end address after the last
 * @param bias address of the table's offset 0 in this process; 0 without a table
 * @param table number of a table, or one of the marks below
 * @param index {@link UnwindTable#index()}; 0 without a table
 */
public record CodeMapping(long start, long end, long bias, int table, int index) {
  /** Code that keeps frame pointers (JIT code of V8 and others): rbp is followed unchecked. */
  public static final int FRAME_POINTER = 0;

  /** A file without unwinding tables: every frame is guessed and checked. */
  public static final int GUESS = 0xfffffffc;

  /** The kernel's page of return probes ({@code [uprobes]}). */
  public static final int RETURN_PROBE = 0xfffffffd;

  /** The table is being built; samples that end here carry a copy of the stack. */
  public static final int PENDING = 0xfffffffe;

  /** A heap of HotSpot's code cache, over its whole reserved range. */
  public static final int HOTSPOT = 0xffffffff;

  /** Checks that the range is not empty. */
  public CodeMapping {
    if (Long.compareUnsigned(start, end) >= 0) {
      throw new IllegalArgumentException(
          "mapping from " + Long.toHexString(start) + " to " + Long.toHexString(end));
    }
  }

  /** A mapping with a table. */
  public static CodeMapping withTable(long start, long end, long bias, int table, int index) {
    return new CodeMapping(start, end, bias, table, index);
  }

  /** A mapping with one of the marks. */
  public static CodeMapping marked(long start, long end, int mark) {
    return new CodeMapping(start, end, 0, mark, 0);
  }
}
