package dev.plumbline.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tells a file from one that took its place, in one system call: the time of the last change of an
 * inode cannot be set back. Immutable.
 *
 * @param changed when content or attributes last changed
 */
record FileVersion(boolean isRegular, long inode, long bytes, Object changed) {
  /** The version of a file, or of what a link leads to; null where there is nothing. */
  static @Nullable FileVersion find(Path file) {
    Map<String, Object> read;
    try {
      read = Files.readAttributes(file, "unix:isRegularFile,ino,size,ctime");
    } catch (IOException ignored) {
      return null; // gone, or not ours to see
    }
    Object changed = read.get("ctime");
    return read.get("ino") instanceof Long inode
            && read.get("size") instanceof Long bytes
            && changed != null
        ? new FileVersion(Boolean.TRUE.equals(read.get("isRegularFile")), inode, bytes, changed)
        : null;
  }

  @Override
  public boolean equals(@Nullable Object o) {
    return o instanceof FileVersion other
        && isRegular == other.isRegular
        && inode == other.inode
        && bytes == other.bytes
        && changed.equals(other.changed);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(inode);
  }
}
