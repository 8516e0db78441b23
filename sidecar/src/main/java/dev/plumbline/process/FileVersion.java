package dev.plumbline.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Tells a file from one that took its place, in one system call: the time of the last change of an
 * inode cannot be set back. It goes in steps, so a file that was changed just before it was looked
 * at may be changed once more at the same time: such a look says nothing of later ones. Immutable.
 */
public final class FileVersion {
  /** More than the longest step of a kernel's clock for files. */
  private static final long STEP_NANOS = 20_000_000;

  /** Of file systems that know whole seconds only, and every other one. */
  private static final long LONGEST_STEP_NANOS = 2_000_000_000;

  private final boolean isRegular;
  private final long inode;
  private final long bytes;
  private final FileTime changed;
  private final boolean isSettled;

  private FileVersion(
      boolean isRegular, long inode, long bytes, FileTime changed, boolean isSettled) {
    this.isRegular = isRegular;
    this.inode = inode;
    this.bytes = bytes;
    this.changed = changed;
    this.isSettled = isSettled;
  }

  /** The version of a file, or of what a link leads to; null where there is nothing. */
  public static @Nullable FileVersion find(Path file) {
    return find(file, TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()));
  }

  /**
   * @param nowUnixNanos not after the look
   */
  static @Nullable FileVersion find(Path file, long nowUnixNanos) {
    Map<String, Object> read;
    try {
      read = Files.readAttributes(file, "unix:isRegularFile,ino,size,ctime");
    } catch (IOException ignored) {
      return null; // gone, or not ours to see
    }
    if (read.get("ino") instanceof Long inode
        && read.get("size") instanceof Long bytes
        && read.get("ctime") instanceof FileTime changed) {
      boolean isRegular = Boolean.TRUE.equals(read.get("isRegularFile"));
      return new FileVersion(isRegular, inode, bytes, changed, isSettled(changed, nowUnixNanos));
    }
    return null;
  }

  /** A time that is far ahead is that of a clock that was set back, or of another machine. */
  private static boolean isSettled(FileTime changed, long nowUnixNanos) {
    long changedNanos = changed.to(TimeUnit.NANOSECONDS);
    boolean isOfSeconds = changedNanos % TimeUnit.SECONDS.toNanos(1) == 0;
    long step = isOfSeconds ? LONGEST_STEP_NANOS : STEP_NANOS;
    long age = nowUnixNanos - changedNanos;
    return age >= step || age < -LONGEST_STEP_NANOS;
  }

  boolean isRegular() {
    return isRegular;
  }

  long inode() {
    return inode;
  }

  /** Whether a later look shows for certain what this one showed. */
  public boolean isStill(FileVersion later) {
    return isSettled
        && isRegular == later.isRegular
        && inode == later.inode
        && bytes == later.bytes
        && changed.equals(later.changed);
  }
}
