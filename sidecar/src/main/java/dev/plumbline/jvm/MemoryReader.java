package dev.plumbline.jvm;

import dev.plumbline.kernel.SystemCallException;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Memory of a process, in practice {@code ProcessMemory::read}. What is read may be nonsense and
 * may change between two reads.
 */
@FunctionalInterface
interface MemoryReader {
  /**
   * Reads {@code length} bytes, little-endian from index 0. The buffer belongs to the reader: the
   * next read overwrites it.
   *
   * @throws IOException if not all of it is readable, or the process has ended
   */
  ByteBuffer read(long address, int length) throws IOException;

  /**
   * Reads many places, one behind the other; one that is not readable ends it.
   *
   * @param count places, at most {@code ProcessMemory.MAX_PLACES}
   * @param to where the bytes go, from its position on
   * @return number of places that were read
   */
  default int readAll(long[] addresses, int[] lengths, int count, ByteBuffer to)
      throws IOException {
    for (int i = 0; i < count; i++) {
      try {
        to.put(read(addresses[i], lengths[i]).slice(0, lengths[i]));
      } catch (SystemCallException e) {
        return i;
      }
    }
    return count;
  }
}
