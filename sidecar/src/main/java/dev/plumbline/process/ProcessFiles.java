package dev.plumbline.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@code /proc} says of processes. Their texts are theirs: bounded, and never trusted to be
 * what they claim. Thread-safe.
 */
final class ProcessFiles {
  private static final int MAX_STAT_BYTES = 4096;
  private static final int MAX_COMMAND_LINE_BYTES = 64 << 10;
  private static final int START_FIELD = 19; // of those behind the name, of which state is 0

  private final Path proc;

  ProcessFiles(Path proc) {
    this.proc = proc;
  }

  /** Name of the leading thread and start of a process. */
  record Stat(String name, long startTicks) {}

  Path directory(int pid) {
    return proc.resolve(Integer.toString(pid));
  }

  /** Ids of all processes. */
  List<Integer> pids() throws IOException {
    List<Integer> pids = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(proc, "[0-9]*")) {
      for (Path entry : entries) {
        String name = String.valueOf(entry.getFileName());
        if (name.length() <= 9 && name.chars().allMatch(c -> c >= '0' && c <= '9')) {
          pids.add(Integer.parseInt(name));
        }
      }
    }
    return pids;
  }

  /** Reads {@code stat}; null when the process has gone. */
  @Nullable Stat stat(int pid) {
    String text = text(directory(pid).resolve("stat"), MAX_STAT_BYTES);
    return text == null ? null : parseStat(text);
  }

  static @Nullable Stat parseStat(String text) {
    int open = text.indexOf('(');
    int close = text.lastIndexOf(')'); // the name itself may hold parentheses and spaces
    if (open < 0 || close < open || close + 2 > text.length()) {
      return null;
    }
    String[] fields = text.substring(close + 2).split(" ", START_FIELD + 2);
    if (fields.length <= START_FIELD) {
      return null;
    }
    try {
      return new Stat(text.substring(open + 1, close), Long.parseLong(fields[START_FIELD].trim()));
    } catch (NumberFormatException ignored) {
      return null;
    }
  }

  /**
   * Target of the link {@code exe}, without the mark of a deleted file; null for kernel threads.
   */
  @Nullable String executable(int pid) {
    try {
      String path = Files.readSymbolicLink(directory(pid).resolve("exe")).toString();
      return path.endsWith(" (deleted)") ? path.substring(0, path.length() - 10) : path;
    } catch (IOException ignored) {
      return null;
    }
  }

  /** Arguments of the program; empty when they cannot be read. */
  List<String> arguments(int pid) {
    String text = text(directory(pid).resolve("cmdline"), MAX_COMMAND_LINE_BYTES);
    return text == null || text.isEmpty() ? List.of() : List.of(text.split("\0", -1));
  }

  private static @Nullable String text(Path file, int maxBytes) {
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readNBytes(maxBytes), StandardCharsets.UTF_8);
    } catch (IOException ignored) {
      return null; // gone, or not ours to read
    }
  }
}
