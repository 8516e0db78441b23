package dev.plumbline.kernel;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;

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
    drop(file, file.capacity());
  }

  /** The same of a file that is read in words. */
  public static void drop(LongBuffer file) {
    drop(file, 8L * file.capacity());
  }

  private static void drop(Buffer file, long bytes) {
    if (!file.isDirect() || !file.isReadOnly()) {
      return; // no file of ours: in memory the bytes would be lost
    }
    long page = Libc.pageBytes();
    long first = Pointer.nativeValue(Native.getDirectBufferPointer(file));
    long start = first & -page;
    Libc.advise(start, first + bytes - start, DONT_NEED); // a refusal costs memory, nothing else
  }
}
