package dev.plumbline.agent.recording;

import java.io.IOException;
import java.nio.channels.FileChannel;

/**
 * The file that async-profiler writes one recording to. Confined to the thread {@code
 * plumbline-agent}.
 */
public interface RecordingFile extends AutoCloseable {
  /** What async-profiler opens, by name and for writing. */
  String path();

  /**
   * To be called once async-profiler has opened the file; from here on no name may be left that
   * would stay after a kill.
   */
  void onStarted();

  /** For reading, at any time until {@link #close}. */
  FileChannel channel();

  /**
   * Gives back what lies before that offset.
   *
   * @return false if this kind of file cannot: it grows until the recording is started anew
   */
  boolean reclaim(long end) throws IOException;

  /** For people: memory, or the directory. */
  String place();

  /** Idempotent. */
  @Override
  void close();
}
