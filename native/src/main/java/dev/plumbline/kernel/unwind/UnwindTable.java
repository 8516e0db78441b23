package dev.plumbline.kernel.unwind;

import dev.plumbline.kernel.LongMemory;
import dev.plumbline.kernel.MappedPages;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one file in the form that the programs read: chunks of 256 words, first a page index,
 * then the rows. A slot of the index holds (first row &lt;&lt; 16 | rows) of a page of code, so
 * that a look-up costs three helper calls in files of any size. Immutable until it is closed; the
 * image may be cached.
 */
public final class UnwindTable implements AutoCloseable {
  /** Words of a chunk. */
  public static final int WORDS_PER_CHUNK = 256;

  /** Bytes of a chunk: the value of an inner map. */
  public static final int CHUNK_BYTES = WORDS_PER_CHUNK * 8;

  /** Most rows of one file; libxul has 2.4 million. */
  public static final int MAX_ROWS = 1 << 24;

  static final int MIN_PAGE_SHIFT = 8;
  static final int MAX_PAGE_SHIFT = 16;

  private final @Nullable LongMemory memory;
  private final int index;
  private final int rowCount;
  private LongBuffer words;

  private UnwindTable(LongBuffer words, @Nullable LongMemory memory, int index, int rowCount) {
    this.words = words;
    this.memory = memory;
    this.index = index;
    this.rowCount = rowCount;
  }

  /**
   * Builds the image, outside of the Java heap.
   *
   * @param rows rows of {@link UnwindRow} in strictly ascending order of offsets; only read
   * @param textBytes where the last row ends: size of the code from the table's base address
   * @throws IOException the kernel refused the memory
   */
  public static UnwindTable of(LongMemory rows, long textBytes) throws IOException {
    return new UnwindTableImage(rows, textBytes).make();
  }

  /** The same of a few rows. */
  public static UnwindTable of(long[] rows, long textBytes) throws IOException {
    try (LongMemory memory = LongMemory.reserve(Math.max(1, rows.length))) {
      memory.append(rows, 0, rows.length);
      return of(memory, textBytes);
    }
  }

  /** A table whose image is in memory of its own. */
  static UnwindTable ofImage(LongMemory image, int index, int rowCount) {
    return new UnwindTable(image.buffer(), image, index, rowCount);
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

  /** Copies words of the image to the beginning of a buffer, in that one's byte order. */
  public void copy(int from, int count, ByteBuffer to) {
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
    return new UnwindTable(words.slice(), null, index, rowCount);
  }

  /**
   * Gives the memory of the image back at once; without that it goes when nobody has the table any
   * more. Only for a table that no other thread has seen.
   */
  @Override
  public void close() {
    words = LongBuffer.allocate(0);
    if (memory != null) {
      memory.close();
    }
  }
}
