package dev.plumbline.agent.recording;

import dev.plumbline.agent.natives.MomentaryFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A recording in a directory, where there are no files in memory. It is unlinked as soon as it is
 * open, so that no kill leaves litter. Confined to its thread.
 */
final class PlainRecordingFile implements RecordingFile {
  private final MomentaryFiles names;
  private final Path path;
  private final FileChannel channel;

  private PlainRecordingFile(MomentaryFiles names, Path path, FileChannel channel) {
    this.names = names;
    this.path = path;
    this.channel = channel;
  }

  static PlainRecordingFile create(MomentaryFiles names, Path directory) throws IOException {
    Path path = names.create(directory.toAbsolutePath(), MomentaryFiles.RECORDING);
    try {
      return new PlainRecordingFile(names, path, FileChannel.open(path, StandardOpenOption.READ));
    } catch (IOException | RuntimeException e) {
      names.delete(path);
      throw e;
    }
  }

  @Override
  public String path() {
    return path.toString();
  }

  @Override
  public void onStarted() {
    names.delete(path);
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
    names.delete(path);
    try {
      channel.close();
    } catch (IOException ignored) {
      // it was only read
    }
  }
}
