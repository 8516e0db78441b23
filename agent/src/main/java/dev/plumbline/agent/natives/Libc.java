package dev.plumbline.agent.natives;

import java.io.IOException;

/** The three calls that files in memory need. Thread-safe. */
interface Libc {
  /**
   * @return the descriptor, closed on exec
   * @throws IOException if the kernel refuses
   */
  int memfdCreate(String name) throws IOException;

  /**
   * Gives the pages of a range back and keeps the file's length.
   *
   * @throws IOException if the kernel refuses
   */
  void punchHole(int descriptor, long offset, long length) throws IOException;

  void close(int descriptor) throws IOException;
}
