package dev.plumbline.unwind;

import dev.plumbline.kernel.LongMemory;
import dev.plumbline.kernel.LongWindow;
import dev.plumbline.kernel.SystemCallException;
import java.util.Arrays;

/**
 * Where functions lie and where their rows begin, collected in any order and given back by
 * ascending start; of those that start together, the one that was collected first comes first.
 * Outside of the heap: runs are sorted as they are full and merged when they are read. Linkers
 * write most functions in order, so that the merge seldom changes from one run to another. Confined
 * to one thread.
 */
final class FunctionList implements AutoCloseable {
  /** Most functions of one file; the largest known have a million. */
  static final int MAX_FUNCTIONS = 1 << 22;

  private static final int RUN = 1 << 15;
  private static final int PIECE = 1 << 12;
  private static final int WINDOW = 1 << 9;

  private final LongMemory keys = LongMemory.reserve(MAX_FUNCTIONS);
  private final LongMemory extents = LongMemory.reserve(MAX_FUNCTIONS + 1);
  private final LongWindow extentWindow = new LongWindow(extents, WINDOW);
  private final long[] run = new long[RUN]; // start << 32 | number
  private final long[] piece = new long[PIECE]; // end << 32 | first row
  private int count;

  private LongWindow[] runs = {};
  private int[] positions = {};
  private long[] heads = {}; // next key of each run
  private int current;
  private long nextOfOthers = Long.MAX_VALUE;
  private long start;
  private int number;

  FunctionList() throws SystemCallException {}

  int size() {
    return count;
  }

  /** Adds a function of code below 2 GiB. */
  void add(long from, long to, int firstRow) {
    run[count % RUN] = from << 32 | count;
    addExtent(to, firstRow);
    count++;
    if (count % RUN == 0) {
      endRun(RUN);
    }
  }

  private void addExtent(long to, int firstRow) {
    piece[count % PIECE] = to << 32 | firstRow;
    if (count % PIECE == PIECE - 1) {
      extents.append(piece, 0, PIECE);
    }
  }

  private void endRun(int length) {
    Arrays.sort(run, 0, length);
    keys.append(run, 0, length);
  }

  /** Ends the collection; reading begins before the first function. */
  void sort(int rowCount) {
    if (count % RUN > 0) {
      endRun(count % RUN);
    }
    piece[count % PIECE] = rowCount;
    extents.append(piece, 0, count % PIECE + 1);
    int runCount = (count + RUN - 1) / RUN;
    runs = new LongWindow[runCount];
    positions = new int[runCount];
    heads = new long[runCount];
    for (int i = 0; i < runCount; i++) {
      runs[i] = new LongWindow(keys, WINDOW);
      positions[i] = i * RUN;
      heads[i] = runs[i].get(positions[i]);
    }
    choose();
  }

  /** Goes to the next function; false when there is none. */
  boolean next() {
    if (count == 0 || heads[current] == Long.MAX_VALUE) {
      return false;
    }
    long key = heads[current];
    start = key >>> 32;
    number = (int) key;
    int position = ++positions[current];
    boolean hasMore = position < count && position % RUN != 0;
    heads[current] = hasMore ? runs[current].get(position) : Long.MAX_VALUE;
    if (heads[current] > nextOfOthers) {
      choose();
    }
    return true;
  }

  /** The run with the smallest head is read until another one has a smaller. */
  private void choose() {
    nextOfOthers = Long.MAX_VALUE;
    int smallest = 0;
    for (int i = 1; i < heads.length; i++) {
      if (heads[i] < heads[smallest]) {
        nextOfOthers = heads[smallest];
        smallest = i;
      } else {
        nextOfOthers = Math.min(nextOfOthers, heads[i]);
      }
    }
    current = smallest;
  }

  /** Where the function begins. */
  long start() {
    return start;
  }

  /** Where it ends. */
  long end() {
    return extentWindow.get(number) >>> 32;
  }

  /** The first of its rows. */
  int firstRow() {
    return (int) extentWindow.get(number);
  }

  /** The row behind its last one. */
  int endRow() {
    return (int) extentWindow.get(number + 1);
  }

  @Override
  public void close() {
    keys.close();
    extents.close();
  }
}
