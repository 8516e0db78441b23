package dev.plumbline.process;

import org.jspecify.annotations.Nullable;

/** A file of the host while it is in use: device numbers and inode as in {@code /proc/PID/maps}. */
public record FileIdentity(int deviceMajor, int deviceMinor, long inode) {
  // Written out, as in other records of this package: what a record has by itself is made at its
  // first call, by code that is generated then, and all of those are before the first stack.
  @Override
  public boolean equals(@Nullable Object o) {
    return o instanceof FileIdentity other
        && inode == other.inode
        && deviceMajor == other.deviceMajor
        && deviceMinor == other.deviceMinor;
  }

  @Override
  public int hashCode() {
    return (31 * deviceMajor + deviceMinor) * 31 + Long.hashCode(inode);
  }
}
