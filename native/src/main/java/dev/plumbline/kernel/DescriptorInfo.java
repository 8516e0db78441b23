package dev.plumbline.kernel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Numbers that the kernel states about our own descriptors in {@code /proc/self/fdinfo}. */
final class DescriptorInfo {
  private DescriptorInfo() {}

  /** The number after {@code key:}, or 0 where the kernel does not state it. */
  static long number(int fd, String key) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/fdinfo/" + fd))) {
      if (line.startsWith(key + ":")) {
        return Long.parseLong(line.substring(key.length() + 1).strip());
      }
    }
    return 0;
  }
}
