package dev.plumbline.agent;

import dev.plumbline.agent.recording.BrokenRecordingException;
import dev.plumbline.jfr.chunk.JfrChunk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/**
 * A file that stands while the JVM is in its first minute of profiling (setting {@code
 * crash.marker}; agent study §10). A start that finds one of an earlier run knows that this run
 * died young and stays off, so that a crash of ours cannot become a crash loop. Thread-safe: an end
 * of the JVM during the start lowers it too.
 */
final class CrashMarker {
  private static final long PROBATION_NANOS = 60_000_000_000L;

  private final Path file;
  private final LongSupplier nanoTime;
  private final long startNanos;
  private boolean isOver;

  CrashMarker(Path file, LongSupplier nanoTime) {
    this.file = file;
    this.nanoTime = nanoTime;
    this.startNanos = nanoTime.getAsLong();
  }

  /** Whether an earlier run has left the file behind. */
  static boolean isFound(Path file) {
    return Files.exists(file);
  }

  /**
   * Writes the file, before anything native is loaded; not after {@link #lower}.
   *
   * @throws IOException if it cannot be written
   */
  synchronized void raise() throws IOException {
    if (!isOver) {
      String content = "profiled by process " + ProcessHandle.current().pid() + "\n";
      Files.write(file, content.getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Removes the file for good; nothing to do if it is gone. */
  synchronized void lower() {
    if (!isOver) {
      isOver = true;
      try {
        Files.deleteIfExists(file);
      } catch (IOException ignored) {
        // the next start stays off and names the file: that is the safe side
      }
    }
  }

  /** That pipeline; once it has worked for a minute or is finished, the file goes. */
  WindowPipeline watching(WindowPipeline pipeline) {
    return new Watched(pipeline);
  }

  private final class Watched implements WindowPipeline {
    private final WindowPipeline pipeline;

    Watched(WindowPipeline pipeline) {
      this.pipeline = pipeline;
    }

    @Override
    public void accept(JfrChunk chunk) throws BrokenRecordingException {
      pipeline.accept(chunk);
    }

    @Override
    public long closeWindow() {
      long allocationSamples = pipeline.closeWindow();
      if (nanoTime.getAsLong() - startNanos >= PROBATION_NANOS) {
        lower();
      }
      return allocationSamples;
    }

    @Override
    public long heldSamples() {
      return pipeline.heldSamples();
    }

    @Override
    public void finish(long timeoutNanos) {
      pipeline.finish(timeoutNanos);
      lower();
    }
  }
}
