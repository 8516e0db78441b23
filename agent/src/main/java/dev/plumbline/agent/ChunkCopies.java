package dev.plumbline.agent;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Lays a copy of each chunk into a directory of the user's, where other tools read it. Each is a
 * whole recording of its own. Confined to the thread {@code plumbline-agent}.
 */
final class ChunkCopies {
  private final Path directory;
  private final String prefix;
  private final AgentLog log;
  private int written;
  private boolean failed;

  /**
   * @param prefix of the files' names, different for each JVM
   */
  ChunkCopies(Path directory, String prefix, AgentLog log) {
    this.directory = directory;
    this.prefix = prefix;
    this.log = log;
  }

  /** The chunk's position is left as it is. A failure is said once and copies end. */
  void write(ByteBuffer chunk) {
    if (failed) {
      return;
    }
    Path file = directory.resolve(prefix + "-" + written + ".jfr");
    try {
      Files.createDirectories(directory);
      try (FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        ByteBuffer rest = chunk.duplicate();
        while (rest.hasRemaining()) {
          channel.write(rest);
        }
      }
      written++;
    } catch (IOException e) {
      failed = true;
      log.warn("export.file: no copy of a chunk in " + directory + ": " + e);
    }
  }
}
