package dev.plumbline.cpu;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Settings of the kernel under {@code /proc/sys}. Stateless. */
final class Sysctl {
  private Sysctl() {}

  /**
   * The text of a setting. Not by {@link Files#readString}: it asks for one byte first, and the
   * kernel, which does not go on in the middle of a number, ends the file behind its first digit.
   */
  static String read(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    return lines.isEmpty() ? "" : lines.get(0).strip();
  }
}
