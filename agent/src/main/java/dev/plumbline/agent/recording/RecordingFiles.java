package dev.plumbline.agent.recording;

import static java.util.Objects.requireNonNull;

import dev.plumbline.agent.natives.MemoryFiles;
import dev.plumbline.agent.natives.MomentaryFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes the file of the next recording: in memory, else in the first directory that can be written.
 * A place that has failed (a full disk) goes to the end of the line. Confined to its thread.
 */
public final class RecordingFiles {
  private final @Nullable MemoryFiles memoryFiles;
  private final List<Path> directories;
  private final MomentaryFiles momentaryFiles;

  /**
   * @param memoryFiles null if this JVM has none
   * @param momentaryFiles what has a name in a directory until async-profiler has opened it
   */
  public RecordingFiles(
      @Nullable MemoryFiles memoryFiles, List<Path> directories, MomentaryFiles momentaryFiles) {
    this.memoryFiles = memoryFiles;
    this.directories = new ArrayList<>(requireNonNull(directories, "directories"));
    this.momentaryFiles = requireNonNull(momentaryFiles, "momentaryFiles");
  }

  /**
   * @throws IOException if no place can be written
   */
  public RecordingFile create() throws IOException {
    IOException failure = new IOException("no place for the recording");
    if (memoryFiles != null) {
      try {
        return MemoryRecordingFile.create(memoryFiles);
      } catch (IOException e) {
        failure.addSuppressed(e);
      }
    }
    for (Path directory : directories) {
      try {
        return PlainRecordingFile.create(momentaryFiles, directory);
      } catch (IOException e) {
        failure.addSuppressed(e);
      }
    }
    throw failure;
  }

  /** The file's place has no room: the next recording is tried elsewhere first. */
  public void avoid(RecordingFile file) {
    Path failed = Path.of(file.path()).getParent();
    for (Path directory : List.copyOf(directories)) {
      if (directory.toAbsolutePath().equals(failed)) {
        directories.remove(directory);
        directories.add(directory);
      }
    }
  }
}
