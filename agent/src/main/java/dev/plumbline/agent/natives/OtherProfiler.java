package dev.plumbline.agent.natives;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;

/**
 * Finds another copy of async-profiler in this process, which is worth a line: two copies get along
 * unless both use {@code itimer} (agent study §10). Asked before ours is loaded. Stateless.
 */
public final class OtherProfiler {
  private static final Path MAPS = Paths.get("/proc/self/maps");
  private static final String LIBRARY = "libasyncProfiler";

  /** A process with more mappings than that is not read to its end. */
  private static final int MAX_LINES = 100_000;

  private OtherProfiler() {}

  /** Path of the library, empty if there is none or the process cannot be read. */
  public static String path() {
    return path(MAPS);
  }

  static String path(Path maps) {
    try (BufferedReader lines = Files.newBufferedReader(maps, StandardCharsets.ISO_8859_1)) {
      for (int i = 0; i < MAX_LINES; i++) {
        String line = lines.readLine();
        if (line == null) {
          return "";
        }
        int slash = line.indexOf('/');
        if (slash >= 0 && line.indexOf(LIBRARY, slash) >= 0) {
          return line.substring(slash);
        }
      }
      return "";
    } catch (IOException ignored) {
      return ""; // without /proc there is nothing to tell
    }
  }
}
