package dev.plumbline.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/** Reads a file into memory, with a line of progress for each 64 MiB of a large one. */
final class ProgressInput {
  private static final int STEP_BYTES = 64 << 20;
  private static final int BUFFER_BYTES = 1 << 20;

  private final InputStream in;
  private final long expectedBytes;
  private final Console console;

  /**
   * @param expectedBytes -1 if not known
   */
  ProgressInput(InputStream in, long expectedBytes, Console console) {
    this.in = in;
    this.expectedBytes = expectedBytes;
    this.console = console;
  }

  byte[] readAll(int maxBytes) throws IOException {
    if (expectedBytes > maxBytes) {
      throw tooLarge(maxBytes);
    }
    ByteArrayOutputStream all =
        new ByteArrayOutputStream((int) Math.max(BUFFER_BYTES, expectedBytes));
    byte[] buffer = new byte[BUFFER_BYTES];
    long next = STEP_BYTES;
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      if (all.size() + (long) read > maxBytes) {
        throw tooLarge(maxBytes);
      }
      all.write(buffer, 0, read);
      if (all.size() >= next) {
        String of = expectedBytes < 0 ? "" : " of " + (expectedBytes >> 20);
        console.err().println("read " + (all.size() >> 20) + of + " MiB");
        next += STEP_BYTES;
      }
    }
    return all.toByteArray();
  }

  private static Failure tooLarge(int maxBytes) {
    return new Failure("the input is larger than " + (maxBytes >> 20) + " MiB");
  }
}
