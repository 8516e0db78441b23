package dev.plumbline.profilefile;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;

/**
 * What of a file can be seen without reading it. Immutable.
 *
 * @param inode with its device, as the system names them
 * @param modified to the nanosecond, where the file system has that
 */
record FileStamp(String inode, long bytes, Instant modified) {
  FileStamp {
    requireNonNull(inode, "inode");
    requireNonNull(modified, "modified");
  }

  static FileStamp of(Path file) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
    return new FileStamp(
        String.valueOf(attributes.fileKey()),
        attributes.size(),
        attributes.lastModifiedTime().toInstant());
  }
}
