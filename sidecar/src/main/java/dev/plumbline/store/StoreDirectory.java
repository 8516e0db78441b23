package dev.plumbline.store;

import dev.plumbline.fault.FaultText;
import dev.plumbline.store.segment.Segment;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The files of the store: {@code profiles-NUMBER.db}, {@code lock}, and what was set aside as
 * {@code *.corrupt}. Held by one process through the lock. Thread-safe.
 */
final class StoreDirectory implements AutoCloseable {
  private static final String CORRUPT = ".corrupt";
  private static final int MAX_SET_ASIDE = 2;

  private final Path path;
  private final FileChannel channel;

  private StoreDirectory(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /** Makes the directory, readable for its owner only, and takes the lock. */
  static StoreDirectory open(Path path) throws StoreException {
    try {
      if (!Files.isDirectory(path)) {
        make(path);
      }
      FileChannel channel =
          FileChannel.open(
              path.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (!isLocked(channel)) {
        channel.close();
        throw new StoreException("the store in " + path + " is used by another process");
      }
      return new StoreDirectory(path, channel);
    } catch (IOException e) {
      throw new StoreException(
          "the store's directory " + path + " cannot be used: " + FaultText.reason(e), e);
    }
  }

  /** Where somebody has deleted it; if it cannot be made, the next file cannot either. */
  void makeAgain() {
    try {
      if (!Files.isDirectory(path)) {
        make(path);
      }
    } catch (IOException ignored) {
      // Told by the file that is made next.
    }
  }

  private static void make(Path path) throws IOException {
    FileStore root = Files.getFileStore(path.toAbsolutePath().getRoot());
    if (root.supportsFileAttributeView("posix")) {
      Files.createDirectories(
          path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } else {
      Files.createDirectories(path);
    }
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException ignored) {
      // Another store of this very process has it.
      return false;
    }
  }

  Path path() {
    return path;
  }

  /** All segments, by number. */
  List<Segment> segments() throws IOException {
    List<Segment> segments = new ArrayList<>();
    try (Stream<Path> files = Files.list(path)) {
      for (Path file : files.toList()) {
        Segment segment = Segment.named(file);
        if (segment != null) {
          segments.add(segment);
        }
      }
    }
    segments.sort(Comparator.comparingLong(Segment::number));
    return segments;
  }

  /** Renames the files of a segment out of the way; of those only the newest are kept. */
  void setAside(Segment segment) throws IOException {
    Files.move(
        segment.path(),
        segment.path().resolveSibling(segment.path().getFileName() + CORRUPT),
        StandardCopyOption.REPLACE_EXISTING);
    segment.delete();
    List<Path> setAside = setAside();
    for (Path oldest : setAside.subList(0, Math.max(0, setAside.size() - MAX_SET_ASIDE))) {
      Files.deleteIfExists(oldest);
    }
  }

  /** Files that were set aside, by number. */
  List<Path> setAside() throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      return files.filter(file -> file.toString().endsWith(CORRUPT)).sorted().toList();
    }
  }

  long setAsideBytes() {
    long bytes = 0;
    try {
      for (Path file : setAside()) {
        bytes += Files.size(file);
      }
    } catch (IOException ignored) {
      // The directory cannot be listed just now: the next round counts again.
    }
    return bytes;
  }

  /** Deletes the oldest file that was set aside; false if there is none. */
  boolean deleteSetAside() {
    try {
      List<Path> files = setAside();
      return !files.isEmpty() && Files.deleteIfExists(files.get(0));
    } catch (IOException ignored) {
      // It stays, and the next round tries again.
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
