package dev.plumbline.agent;

import dev.plumbline.export.file.BoundedFiles;
import dev.plumbline.fault.FaultText;
import dev.plumbline.jfr.chunk.JfrChunk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;

/**
 * Lays a copy of each chunk into a directory of the user's, where other tools read it. Each is a
 * whole recording of its own. Confined to the thread {@code plumbline-agent}.
 */
final class ChunkCopies {
  static final String SUFFIX = ".jfr";

  private final BoundedFiles files;
  private final AgentLog log;
  private boolean failed;

  ChunkCopies(BoundedFiles files, AgentLog log) {
    this.files = files;
    this.log = log;
  }

  /** A failure is said once and copies end. */
  void write(JfrChunk chunk) {
    if (failed) {
      return;
    }
    try {
      files.write(
          chunk.sizeBytes(),
          out -> {
            ByteBuffer content = chunk.content();
            WritableByteChannel channel = Channels.newChannel(out);
            while (content.hasRemaining()) {
              channel.write(content);
            }
          });
    } catch (IOException e) {
      failed = true;
      log.warn("export.file: no more copies of recordings: " + FaultText.of(e));
    }
  }
}
