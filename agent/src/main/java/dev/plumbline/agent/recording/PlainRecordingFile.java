package dev.plumbline.agent.recording;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A recording in a directory, where there are no files in memory. It is unlinked as soon as it is
 * open, so that no kill leaves litter. Confined to its thread.
 */
final class PlainRecordingFile implements RecordingFile {
  private final Path path;
  private final FileChannel channel;

  private PlainRecordingFile(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  static PlainRecordingFile create(Path directory) throws IOException {
    Path path = Files.createTempFile(directory.toAbsolutePath(), "plumbline-", ".jfr");
    try {
      return new PlainRecordingFile(path, FileChannel.open(path, StandardOpenOption.READ));
    } catch (IOException | RuntimeException e) {
      Files.deleteIfExists(path);
      throw e;
    }
  }

  @Override
  public String path() {
    return path.toString();
  }

  @Override
  public void onStarted() throws IOException {
    Files.deleteIfExists(path);
  }

  @Override
  public FileChannel channel() {
    return channel;
  }

  @Override
  public boolean reclaim(long end) {
    return false;
  }

  @Override
  public String place() {
    return String.valueOf(path.getParent());
  }

  @Override
  public void close() {
    try {
      channel.close();
      Files.deleteIfExists(path);
    } catch (IOException ignored) {
      // the directory may have become read-only; the file is empty or unlinked
    }
  }
}
