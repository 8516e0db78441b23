package dev.plumbline.agent.recording;

import dev.plumbline.agent.natives.MemoryFiles;
import dev.plumbline.agent.natives.MemoryFiles.MemoryFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;

/** A recording in a memfd: constant memory, no disk. Confined to its thread. */
final class MemoryRecordingFile implements RecordingFile {
  private final MemoryFile file;
  private final FileChannel channel;
  private long reclaimed;

  private MemoryRecordingFile(MemoryFile file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  static MemoryRecordingFile create(MemoryFiles files) throws IOException {
    MemoryFile file = files.create("plumbline-jfr");
    try {
      return new MemoryRecordingFile(file, FileChannel.open(file.path(), StandardOpenOption.READ));
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  @Override
  public String path() {
    return file.path().toString();
  }

  @Override
  public void onStarted() {}

  @Override
  public FileChannel channel() {
    return channel;
  }

  /** A truncation would be wrong: the next chunk's header lies behind the consumed bytes. */
  @Override
  public boolean reclaim(long end) throws IOException {
    if (end > reclaimed) {
      file.punchHole(reclaimed, end - reclaimed);
      reclaimed = end;
    }
    return true;
  }

  @Override
  public String place() {
    return "memory";
  }

  @Override
  public void close() {
    try {
      channel.close();
      file.close();
    } catch (IOException ignored) {
      // nothing that holds data is lost by it
    }
  }
}
