package dev.plumbline.agent.resource;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Finds the id of the container that this process runs in. Stateless. */
final class ContainerId {
  private static final int ID_LENGTH = 64;

  /** A mount table has a line a mount; no sane one has more. */
  private static final int MAX_LINES = 2_000;

  private ContainerId() {}

  /**
   * Null outside containers, or where the kernel does not tell.
   *
   * @param proc {@code /proc/self}
   */
  static @Nullable String of(Path proc) {
    String id = find(proc.resolve("cgroup"), "");
    return id != null ? id : find(proc.resolve("mountinfo"), "/hostname");
  }

  /** The id in the first line that has one and, behind it, the mark. */
  private static @Nullable String find(Path file, String mark) {
    try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
      String line;
      for (int i = 0; i < MAX_LINES && (line = reader.readLine()) != null; i++) {
        String id = idIn(line);
        if (id != null && line.indexOf(mark, line.indexOf(id)) >= 0) {
          return id;
        }
      }
    } catch (IOException ignored) {
      // no such file here
    }
    return null;
  }

  /** The last run of exactly 64 hexadecimal digits. */
  private static @Nullable String idIn(String line) {
    int run = 0;
    for (int i = line.length() - 1; i >= -1; i--) {
      char c = i < 0 ? ' ' : line.charAt(i);
      if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f')) {
        run++;
      } else {
        if (run == ID_LENGTH) {
          return line.substring(i + 1, i + 1 + ID_LENGTH);
        }
        run = 0;
      }
    }
    return null;
  }
}
