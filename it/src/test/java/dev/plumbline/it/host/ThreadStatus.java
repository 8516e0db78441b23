package dev.plumbline.it.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the kernel tells of one thread.
 *
 * @param lines of its {@code status}
 */
record ThreadStatus(Path task, List<String> lines) {
  /** Those of all threads of a process, but for threads that ended while they were read. */
  static List<ThreadStatus> ofAll(long pid) throws IOException {
    List<ThreadStatus> found = new ArrayList<>();
    try (Stream<Path> tasks = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
      for (Path task : tasks.toList()) {
        try {
          found.add(new ThreadStatus(task, Files.readAllLines(task.resolve("status"))));
        } catch (IOException e) {
          if (Files.exists(task)) {
            throw e;
          }
        }
      }
    }
    return found;
  }
}
