package dev.plumbline.kernel;

import java.nio.ByteBuffer;

/**
 * Pages of mapped files that count as our memory once they were read. Stateless.
 *
 * <p>To read a large file once must not cost its size for as long as it stays mapped.
 */
public final class MappedPages {
  private static final int DONT_NEED = 4;

  private MappedPages() {}

  /**
   * Gives back the pages of a mapped file; its bytes come from the file again when they are read.
   */
  public static void drop(ByteBuffer file) {
    if (!file.isDirect() || !file.isReadOnly()) {
      return; // no file of ours: in memory the bytes would be lost
    }
    long page = Libc.pageBytes();
    long start = BpfSystemCall.addressOf(file) & -page;
    long end = BpfSystemCall.addressOf(file) + file.capacity();
    Libc.advise(start, end - start, DONT_NEED); // a refusal costs memory and nothing else
  }
}
