package dev.plumbline.process;

import dev.plumbline.kernel.KernelFileReader;
import dev.plumbline.kernel.LivingThread;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@code /proc} says of processes. Their texts are theirs: bounded, and never trusted to be
 * what they claim. Confined to one thread.
 */
final class ProcessFiles {
  private static final int MAX_STAT_BYTES = 4096;
  private static final int MAX_COMMAND_LINE_BYTES = 64 << 10;
  private static final int START_FIELD = 19; // of those behind the name, of which state is 0
  private static final int MEMORY_FIELD = START_FIELD + 1;

  private static final String DELETED = " (deleted)";

  private final Path proc;
  private final KernelFileReader reader = new KernelFileReader();

  ProcessFiles(Path proc) {
    this.proc = proc;
  }

  /**
   * What one short file says of a process.
   *
   * @param name of the leading thread
   * @param memoryBytes size of all its mappings together
   * @param reading the id whose files speak for the process: its own, or that of a thread that has
   *     outlived the leading one
   */
  record Stat(String name, long startTicks, long memoryBytes, int reading) {
    boolean isSame(Stat other) {
      return startTicks == other.startTicks
          && memoryBytes == other.memoryBytes
          && reading == other.reading
          && name.equals(other.name);
    }
  }

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
    String text = text(pid, "stat", MAX_STAT_BYTES);
    if (text == null) {
      return null;
    }
    int reading = LivingThread.hasEnded(text) ? LivingThread.of(proc, pid) : pid;
    Stat leader = parseStat(text, reading);
    if (reading == pid || leader == null) {
      return leader;
    }
    String other = text(reading, "stat", MAX_STAT_BYTES);
    Stat living = other == null ? null : parseStat(other, reading);
    return living == null
        ? leader
        : new Stat(leader.name(), leader.startTicks(), living.memoryBytes(), reading);
  }

  static @Nullable Stat parseStat(String text, int reading) {
    int open = text.indexOf('(');
    int close = text.lastIndexOf(')'); // the name itself may hold parentheses and spaces
    if (open < 0 || close < open || close + 2 > text.length()) {
      return null;
    }
    String[] fields = text.substring(close + 2).split(" ", MEMORY_FIELD + 2);
    if (fields.length <= MEMORY_FIELD) {
      return null;
    }
    try {
      return new Stat(
          text.substring(open + 1, close),
          Long.parseLong(fields[START_FIELD]),
          Long.parseUnsignedLong(fields[MEMORY_FIELD].trim()),
          reading);
    } catch (NumberFormatException ignored) {
      return null;
    }
  }

  /**
   * Target of the link {@code exe}, without the mark of a deleted file; null for kernel threads.
   */
  @Nullable String executable(int pid) {
    int length = reader.readLink(file(pid, "exe"));
    String path = length < 0 ? null : reader.text(length);
    return path != null && path.endsWith(DELETED)
        ? path.substring(0, path.length() - DELETED.length())
        : path;
  }

  /** Arguments of the program; empty when they cannot be read. */
  List<String> arguments(int pid) {
    String text = text(pid, "cmdline", MAX_COMMAND_LINE_BYTES);
    return text == null || text.isEmpty() ? List.of() : List.of(text.split("\0", -1));
  }

  private String file(int pid, String name) {
    return proc + "/" + pid + "/" + name;
  }

  /** Null when the process has gone, or the file is not ours to read. */
  private @Nullable String text(int pid, String name, int maxBytes) {
    int length = reader.read(file(pid, name), maxBytes);
    return length < 0 ? null : reader.text(length);
  }
}
