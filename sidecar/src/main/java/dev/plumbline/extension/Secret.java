package dev.plumbline.extension;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A text that nobody is shown: itself, or a file that holds it and is read at each use. Immutable.
 *
 * @param text null if it stands in a file
 * @param file null if it stands here
 */
public record Secret(@Nullable String text, @Nullable Path file) {
  private static final int MAX_BYTES = 64 << 10;

  public Secret {
    if ((text == null) == (file == null)) {
      throw new IllegalArgumentException("secret has both text and file or neither, expected one");
    }
  }

  /** The text itself. */
  public static Secret of(String text) {
    return new Secret(text, null);
  }

  /** What that file holds. */
  public static Secret ofFile(Path file) {
    return new Secret(null, file);
  }

  /** Without blanks and line ends around it. */
  public String read() throws IOException {
    if (file == null) {
      return String.valueOf(text);
    }
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readNBytes(MAX_BYTES), UTF_8).strip();
    }
  }

  /** Without the text. */
  @Override
  public String toString() {
    return file == null ? "secret" : "secret in " + file;
  }
}
