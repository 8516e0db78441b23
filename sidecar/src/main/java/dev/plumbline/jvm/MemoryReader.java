package dev.plumbline.jvm;

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
}
