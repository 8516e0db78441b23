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
 * a pipe sees whole records, and a reader that went away is an error. Texts of many records are
 * passed on in parts, and never held as a whole. Confined to the run's thread.
 */
final class TextOutput implements Closeable {
  /** Characters of a text that are passed on together. */
  private static final int PART_CHARS = 16 << 10;

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
        : new TextOutput(new NamedOutputStream(file.toString(), Files.newOutputStream(file)), true);
  }

  /** Passes on what has gathered in {@code text}, and empties it, if that is much. */
  void writeIfMuch(StringBuilder text) throws IOException {
    if (text.length() >= PART_CHARS) {
      out.write(text.toString().getBytes(StandardCharsets.UTF_8));
      text.setLength(0);
    }
  }

  void write(CharSequence text) throws IOException {
    out.write(text.toString().getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  /** For what writes itself; it is flushed by {@link #flush} and closed by {@link #close}. */
  OutputStream stream() {
    return out;
  }

  void flush() throws IOException {
    out.flush();
  }

  @Override
  public void close() throws IOException {
    if (isOurs) {
      out.close();
    }
  }
}
