package dev.plumbline.serve.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Mount points of this process with their options, from {@code mountinfo} (proc(5)). Immutable. */
final class MountTable {
  private static final Path OF_PROCESS = Path.of("/proc/self/mountinfo");
  private static final int MOUNT_POINT = 4;
  private static final int OPTIONS = 5;

  private final Map<Path, List<String>> options;

  private MountTable(Map<Path, List<String>> options) {
    this.options = options;
  }

  /** Empty where there is no such file. */
  static MountTable ofProcess() {
    try {
      return of(Files.exists(OF_PROCESS) ? Files.readAllLines(OF_PROCESS) : List.of());
    } catch (IOException | UncheckedIOException e) {
      return of(List.of());
    }
  }

  /** Of two at one point the later one lies above. */
  static MountTable of(List<String> mountinfo) {
    Map<Path, List<String>> options = new LinkedHashMap<>();
    for (String line : mountinfo) {
      String[] fields = line.split(" ", OPTIONS + 2);
      if (fields.length > OPTIONS) {
        options.put(
            Path.of(unescaped(fields[MOUNT_POINT])), List.of(fields[OPTIONS].split(",", -1)));
      }
    }
    return new MountTable(options);
  }

  /** Blanks, tabs, line ends and backslashes stand in octal. */
  private static String unescaped(String text) {
    return text.replace("\\040", " ")
        .replace("\\011", "\t")
        .replace("\\012", "\n")
        .replace("\\134", "\\");
  }

  /**
   * Whether nothing may be executed there.
   *
   * @param place absolute, without links
   */
  boolean isNoexec(Path place) {
    for (Path at = place; at != null; at = at.getParent()) {
      List<String> found = options.get(at);
      if (found != null) {
        return found.contains("noexec");
      }
    }
    return false;
  }
}
