package dev.plumbline.tls;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A PEM file or its text: exactly one of them. Immutable.
 *
 * @param text never shown
 */
public record Pem(@Nullable Path file, @Nullable String text) {
  public Pem {
    if ((file == null) == (text == null)) {
      throw new IllegalArgumentException("PEM has both file and text or neither, expected one");
    }
  }

  public static Pem ofFile(Path file) {
    return new Pem(file, null);
  }

  public static Pem ofText(String text) {
    return new Pem(null, text);
  }

  /** As the file is now. */
  public byte[] bytes() throws IOException {
    return file == null ? String.valueOf(text).getBytes(UTF_8) : Files.readAllBytes(file);
  }

  /** Without the text, which may be a key. */
  @Override
  public String toString() {
    return file == null ? "PEM text" : file.toString();
  }
}
