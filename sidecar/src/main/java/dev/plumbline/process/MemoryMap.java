package dev.plumbline.process;

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
}
