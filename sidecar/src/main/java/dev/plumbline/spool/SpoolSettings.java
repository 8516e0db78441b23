package dev.plumbline.spool;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;

/**
 * Where and how much. Immutable.
 *
 * @param directory of all spool files; exists
 * @param maxBytes of requests of one exporter on disk; above it the oldest are dropped
 */
public record SpoolSettings(Path directory, long maxBytes) {
  public static final long DEFAULT_MAX_BYTES = 512L << 20;

  public SpoolSettings {
    requireNonNull(directory, "directory");
    if (maxBytes < 1) {
      throw new IllegalArgumentException("maximum is " + maxBytes + " bytes, expected 1 or more");
    }
  }
}
