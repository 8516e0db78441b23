package dev.plumbline.output;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Standard output or a file. Every write is passed on at once, so that a reader at the other end of
 * a pipe sees whole records, and a reader that went away is an error. Confined to the run's thread.
 */
final class TextOutput implements Closeable {
  private final OutputStream out;
  private final boolean isOurs;

  private TextOutput(OutputStream out, boolean isOurs) {
    this.out = out;
    this.isOurs = isOurs;
  }

  /** Opens the file now, so that a wrong path ends the run before it begins. */
  static TextOutput open(@Nullable Path file, OutputStream standardOutput) throws IOException {
    return file == null
        ? new TextOutput(standardOutput, false)
        : new TextOutput(Files.newOutputStream(file), true);
  }

  void write(CharSequence text) throws IOException {
    write(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  void write(byte[] bytes) throws IOException {
    out.write(bytes);
    out.flush();
  }

  @Override
  public void close() throws IOException {
    if (isOurs) {
      out.close();
    }
  }
}
