package dev.plumbline.kernel;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * The thread whose files under {@code /proc} speak for a process. That is its leader, until that
 * one ends before the others ({@code pthread_exit} in {@code main}): it stays as a zombie, which
 * has neither mappings nor links, while the process goes on. Stateless.
 */
public final class LivingThread {
  /** States behind the name in {@code stat}: zombie, dead. */
  private static final Set<Character> ENDED = Set.of('Z', 'X', 'x');

  private LivingThread() {}

  /** The leader has ended, by what its {@code stat} says; whether the process has is left open. */
  public static boolean hasEnded(String stat) {
    int state = stat.lastIndexOf(')') + 2; // the name itself may hold parentheses
    return state < stat.length() && ENDED.contains(stat.charAt(state));
  }

  /**
   * A thread that lives, of a process whose leader has ended; the leader's id where there is none.
   *
   * @param proc the process file system, which also has a directory, not listed, for each thread
   */
  public static int of(Path proc, int pid) {
    String leader = Integer.toString(pid);
    try (DirectoryStream<Path> threads =
        Files.newDirectoryStream(proc.resolve(leader).resolve("task"))) {
      for (Path thread : threads) {
        String id = String.valueOf(thread.getFileName());
        if (!id.equals(leader) && !hasEnded(stat(thread))) {
          return Integer.parseInt(id);
        }
      }
    } catch (IOException | DirectoryIteratorException | NumberFormatException ignored) {
      // the process has ended
    }
    return pid;
  }

  private static String stat(Path thread) throws IOException {
    return Files.readString(thread.resolve("stat"), StandardCharsets.ISO_8859_1);
  }
}
