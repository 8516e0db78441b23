package dev.plumbline.kernel.unwind;

import dev.plumbline.kernel.LongMemory;
import dev.plumbline.kernel.LongWindow;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Makes the image of an {@link UnwindTable} of rows that stand outside of the heap, piece by piece:
 * neither rows nor image are ever on it as a whole. Confined to one thread.
 */
final class UnwindTableImage {
  /** Longs that are on the heap at once. */
  private static final int PIECE = 4096;

  private final LongMemory rows;
  private final int rowCount;
  private final long textBytes;
  private final long[] piece = new long[PIECE];

  UnwindTableImage(LongMemory rows, long textBytes) {
    this.rows = rows;
    this.rowCount = rows.size();
    this.textBytes = textBytes;
    if (rowCount == 0 || rowCount > UnwindTable.MAX_ROWS || textBytes > 1L << 32) {
      throw new IllegalArgumentException(rowCount + " rows for " + textBytes + " bytes of code");
    }
  }

  UnwindTable make() throws IOException {
    checkOrder();
    int shift = pageShift();
    int pages = (int) ((textBytes - 1) >> shift) + 1;
    int indexWords = wholeChunks(pages);
    LongMemory image = LongMemory.reserve(indexWords + wholeChunks(rowCount));
    boolean isMade = false;
    try {
      appendIndex(image, shift, pages);
      pad(image, indexWords - pages);
      appendRows(image);
      pad(image, image.capacity() - image.size());
      int index = indexWords / UnwindTable.WORDS_PER_CHUNK | (shift << 24);
      UnwindTable table = UnwindTable.ofImage(image, index, rowCount);
      isMade = true;
      return table;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } finally {
      if (!isMade) {
        image.close();
      }
    }
  }

  private static int wholeChunks(int words) {
    return (words + UnwindTable.WORDS_PER_CHUNK - 1) & -UnwindTable.WORDS_PER_CHUNK;
  }

  /** Reads the rows from one on and returns how many are in the piece. */
  private int read(int from) {
    int count = Math.min(PIECE, rowCount - from);
    rows.copy(from, piece, 0, count);
    return count;
  }

  private void checkOrder() {
    long before = -1;
    for (int from = 0; from < rowCount; from += PIECE) {
      int count = read(from);
      for (int i = 0; i < count; i++) {
        long offset = UnwindRow.offset(piece[i]);
        if (before >= offset) {
          throw new IllegalArgumentException("row " + (from + i) + " does not ascend");
        }
        before = offset;
      }
    }
  }

  /**
   * The smallest page whose index stays below a fifth of the rows, with at most 256 rows a page.
   */
  private int pageShift() {
    int shift = UnwindTable.MIN_PAGE_SHIFT;
    while (shift < UnwindTable.MAX_PAGE_SHIFT
        && (textBytes >> shift) > rowCount / 5 + UnwindTable.WORDS_PER_CHUNK
        && maxRowsPerPage(shift + 1) < UnwindTable.WORDS_PER_CHUNK) {
      shift++;
    }
    return shift;
  }

  private int maxRowsPerPage(int shift) {
    int most = 0;
    int inPage = 0;
    long page = -1;
    for (int from = 0; from < rowCount; from += PIECE) {
      int count = read(from);
      for (int i = 0; i < count; i++) {
        long at = UnwindRow.offset(piece[i]) >> shift;
        inPage = at == page ? inPage + 1 : 1;
        page = at;
        most = Math.max(most, inPage);
      }
    }
    return most;
  }

  /** Pages before the first row have no rows: the walk ends there. */
  private void appendIndex(LongMemory image, int shift, int pages) {
    LongWindow sorted = new LongWindow(rows, PIECE);
    int next = 0;
    for (int page = 0; page < pages; page++) {
      long start = (long) page << shift;
      long end = start + (1L << shift);
      while (next < rowCount && UnwindRow.offset(sorted.get(next)) <= start) {
        next++;
      }
      int first = Math.max(0, next - 1);
      while (next < rowCount && UnwindRow.offset(sorted.get(next)) < end) {
        next++;
      }
      int slot = page % PIECE;
      piece[slot] = ((long) first << 16) | (next - first);
      if (slot == PIECE - 1 || page == pages - 1) {
        image.append(piece, 0, slot + 1);
      }
    }
  }

  private void appendRows(LongMemory image) {
    for (int from = 0; from < rowCount; from += PIECE) {
      image.append(piece, 0, read(from));
    }
  }

  /** Fills the last chunk up. */
  private static void pad(LongMemory image, int words) {
    image.append(new long[words], 0, words);
  }
}
