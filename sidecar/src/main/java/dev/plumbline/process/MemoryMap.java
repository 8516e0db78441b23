package dev.plumbline.process;

import org.jspecify.annotations.Nullable;

/**
 * An executable line of {@code /proc/PID/maps}. Immutable.
 *
 * @param identity device and inode; inode 0 for memory without a file
 * @param path as the process sees it, or a name in brackets; empty for anonymous memory
 * @param isDeleted the file has no path any more
 */
record MemoryMap(
    long start, long end, long fileOffset, FileIdentity identity, String path, boolean isDeleted) {
  boolean hasFile() {
    return identity.inode() != 0 && path.startsWith("/");
  }

  @Override
  public boolean equals(@Nullable Object o) {
    return o instanceof MemoryMap other
        && start == other.start
        && end == other.end
        && fileOffset == other.fileOffset
        && isDeleted == other.isDeleted
        && identity.equals(other.identity)
        && path.equals(other.path);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(start);
  }
}
