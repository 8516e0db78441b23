package dev.plumbline.container;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Files of others, read up to a limit. Files of {@code /proc} have no size, so none is asked. */
public final class BoundedFile {
  private BoundedFile() {}

  /** The bytes; null if the file cannot be read or is longer than the limit. */
  public static byte @Nullable [] bytes(Path file, int maxBytes) {
    byte[] read = firstBytes(file, maxBytes + 1);
    return read == null || read.length > maxBytes ? null : read;
  }

  /** At most so many bytes from the start; null if the file cannot be read. */
  public static byte @Nullable [] firstBytes(Path file, int maxBytes) {
    try (InputStream in = Files.newInputStream(file)) {
      return in.readNBytes(maxBytes);
    } catch (IOException | SecurityException ignored) {
      // Absent, not ours to read, or its process has ended: all the same to the caller.
      return null;
    }
  }

  /** As {@link #bytes}, as text without the blanks and line ends at its end; empty for null. */
  public static String text(Path file, int maxBytes) {
    byte[] bytes = bytes(file, maxBytes);
    return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8).stripTrailing();
  }

  /** Target of a link; empty if it cannot be read. */
  public static String link(Path file) {
    try {
      return Files.readSymbolicLink(file).toString();
    } catch (IOException | SecurityException | InvalidPathException ignored) {
      return "";
    }
  }
}
