package dev.plumbline.kernel.unwind;

import dev.plumbline.kernel.MappedPages;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;

/**
 * The rows of one file in the form that the programs read: chunks of 256 words, first a page index,
 * then the rows. A slot of the index holds (first row &lt;&lt; 16 | rows) of a page of code, so
 * that a look-up costs three helper calls in files of any size. Immutable; the image may be cached.
 */
public final class UnwindTable {
  /** Words of a chunk. */
  public static final int WORDS_PER_CHUNK = 256;

  /** Bytes of a chunk: the value of an inner map. */
  public static final int CHUNK_BYTES = WORDS_PER_CHUNK * 8;

  /** Most rows of one file; libxul has 2.4 million. */
  public static final int MAX_ROWS = 1 << 24;

  private static final int MIN_PAGE_SHIFT = 8;
  private static final int MAX_PAGE_SHIFT = 16;

  private final LongBuffer words;
  private final int index;
  private final int rowCount;

  private UnwindTable(LongBuffer words, int index, int rowCount) {
    this.words = words;
    this.index = index;
    this.rowCount = rowCount;
  }

  /**
   * Builds the image.
   *
   * @param rows rows of {@link UnwindRow} in strictly ascending order of offsets
   * @param textBytes where the last row ends: size of the code from the table's base address
   */
  public static UnwindTable of(long[] rows, long textBytes) {
    if (rows.length == 0 || rows.length > MAX_ROWS || textBytes > 1L << 32) {
      throw new IllegalArgumentException(rows.length + " rows for " + textBytes + " bytes of code");
    }
    for (int i = 1; i < rows.length; i++) {
      if (UnwindRow.offset(rows[i - 1]) >= UnwindRow.offset(rows[i])) {
        throw new IllegalArgumentException("row " + i + " does not ascend");
      }
    }
    int shift = pageShift(rows, textBytes);
    int pages = (int) ((textBytes - 1) >> shift) + 1;
    int indexChunks = chunks(pages);
    long[] words = new long[(indexChunks + chunks(rows.length)) * WORDS_PER_CHUNK];
    fillIndex(words, rows, shift, pages);
    System.arraycopy(rows, 0, words, indexChunks * WORDS_PER_CHUNK, rows.length);
    return new UnwindTable(LongBuffer.wrap(words), indexChunks | (shift << 24), rows.length);
  }

  private static int chunks(int words) {
    return (words + WORDS_PER_CHUNK - 1) / WORDS_PER_CHUNK;
  }

  /**
   * The smallest page whose index stays below a fifth of the rows, with at most 256 rows a page.
   */
  private static int pageShift(long[] rows, long textBytes) {
    int shift = MIN_PAGE_SHIFT;
    while (shift < MAX_PAGE_SHIFT
        && (textBytes >> shift) > rows.length / 5 + WORDS_PER_CHUNK
        && maxRowsPerPage(rows, shift + 1) < WORDS_PER_CHUNK) {
      shift++;
    }
    return shift;
  }

  private static int maxRowsPerPage(long[] rows, int shift) {
    int most = 0;
    int count = 0;
    long page = -1;
    for (long row : rows) {
      long at = UnwindRow.offset(row) >> shift;
      count = at == page ? count + 1 : 1;
      page = at;
      most = Math.max(most, count);
    }
    return most;
  }

  /** Pages before the first row have no rows: the walk ends there. */
  private static void fillIndex(long[] words, long[] rows, int shift, int pages) {
    int next = 0;
    for (int page = 0; page < pages; page++) {
      long start = (long) page << shift;
      long end = start + (1L << shift);
      while (next < rows.length && UnwindRow.offset(rows[next]) <= start) {
        next++;
      }
      int first = Math.max(0, next - 1);
      while (next < rows.length && UnwindRow.offset(rows[next]) < end) {
        next++;
      }
      words[page] = ((long) first << 16) | (next - first);
    }
  }

  /**
   * What a mapping states beside the table's number: first chunk of rows, log2 of the page size.
   */
  public int index() {
    return index;
  }

  /** Number of rows. */
  public int rowCount() {
    return rowCount;
  }

  /** Number of chunks: the size of the inner map. */
  public int chunkCount() {
    return words.limit() / WORDS_PER_CHUNK;
  }

  /** A word of the image. */
  public long word(int at) {
    return words.get(at);
  }

  /** Copies words of the image to the beginning of a buffer in the kernel's byte order. */
  void copy(int from, int count, ByteBuffer to) {
    to.duplicate().clear().order(to.order()).asLongBuffer().put(0, words, from, count);
  }

  /** Gives pages of a cached image back: the kernel has a copy, and few are looked up again. */
  void dropPages() {
    MappedPages.drop(words);
  }

  /** Bytes of the image. */
  public long bytes() {
    return words.limit() * 8L;
  }

  /**
   * The row that holds at an offset from the table's base address, found as the programs find it;
   * -1 where there is none.
   */
  public long find(long offset) {
    int shift = index >>> 24;
    long page = offset >>> shift;
    int rowsAt = (index & 0xffffff) * WORDS_PER_CHUNK;
    if (page >= rowsAt) {
      return -1;
    }
    long slot = words.get((int) page);
    int low = (int) (slot >>> 16);
    int high = low + (int) (slot & 0xffff);
    if (low == high || rowsAt + (long) high > words.limit()) {
      return -1;
    }
    while (high > low + 1) {
      int middle = (low + high) >>> 1;
      if (UnwindRow.offset(words.get(rowsAt + middle)) <= offset) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return words.get(rowsAt + low);
  }

  /** The image, for a cache: its words and {@link #index()} are all that {@link #restore} needs. */
  public long[] toArray() {
    long[] copy = new long[words.limit()];
    words.duplicate().rewind().get(copy);
    return copy;
  }

  /**
   * The table of a cached image.
   *
   * @param words the image; not copied, must not change
   */
  public static UnwindTable restore(LongBuffer words, int index, int rowCount) {
    int indexChunks = index & 0xffffff;
    int shift = index >>> 24;
    int length = words.remaining();
    if (length == 0
        || length % WORDS_PER_CHUNK != 0
        || shift < MIN_PAGE_SHIFT
        || shift > MAX_PAGE_SHIFT
        || indexChunks * (long) WORDS_PER_CHUNK >= length) {
      throw new IllegalArgumentException(
          length + " words with index " + Integer.toHexString(index) + " are no table");
    }
    return new UnwindTable(words.slice(), index, rowCount);
  }
}
