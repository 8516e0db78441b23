package dev.plumbline.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.plumbline.profile.Profile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** The folded stacks of a small profile as one text. */
final class FoldedLines {
  private FoldedLines() {}

  static String of(Profile profile) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      FoldedText.write(List.of(profile), sample -> "", out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString(UTF_8);
  }
}
