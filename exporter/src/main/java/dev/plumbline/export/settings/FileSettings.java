package dev.plumbline.export.settings;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Where the file exporter writes and how much it leaves there. Immutable. */
public final class FileSettings {
  public static final long DEFAULT_MAX_BYTES = 256L << 20;
  public static final int DEFAULT_MAX_FILES = 1_000;

  private final Path directory;
  private final long maxBytes;
  private final int maxFiles;

  private FileSettings(Path directory, long maxBytes, int maxFiles) {
    this.directory = requireNonNull(directory, "directory");
    this.maxBytes = maxBytes;
    this.maxFiles = maxFiles;
    Bounds.atLeast("file maximum bytes", maxBytes, 1);
    Bounds.atLeast("file maximum files", maxFiles, 1);
  }

  /** With the default bounds. */
  public static FileSettings of(Path directory) {
    return of(directory, DEFAULT_MAX_BYTES, DEFAULT_MAX_FILES);
  }

  /**
   * @param maxBytes of all files of the exporter in that directory; the oldest are removed above it
   * @throws IllegalArgumentException if a bound is below 1
   */
  public static FileSettings of(Path directory, long maxBytes, int maxFiles) {
    return new FileSettings(directory, maxBytes, maxFiles);
  }

  public Path directory() {
    return directory;
  }

  public long maxBytes() {
    return maxBytes;
  }

  public int maxFiles() {
    return maxFiles;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FileSettings
        && ((FileSettings) other).directory.equals(directory)
        && ((FileSettings) other).maxBytes == maxBytes
        && ((FileSettings) other).maxFiles == maxFiles;
  }

  @Override
  public int hashCode() {
    return 31 * (31 * directory.hashCode() + Long.hashCode(maxBytes)) + maxFiles;
  }

  @Override
  public String toString() {
    return "FileSettings[" + directory + ", " + maxBytes + " bytes, " + maxFiles + " files]";
  }
}
