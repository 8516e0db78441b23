package dev.plumbline.store;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.time.Duration;

/**
 * Where the store is and what it may take. Immutable.
 *
 * @param directory made if it is not there; one process at a time
 * @param retention windows that ended before are given up, a file at a time: up to an hour later
 * @param limitBytes of all files in the directory
 */
public record StoreSettings(Path directory, Duration retention, long limitBytes) {
  public static final Duration DEFAULT_RETENTION = Duration.ofHours(24);
  public static final long DEFAULT_LIMIT_BYTES = 1L << 30;

  /** Below this a file would hold little but its own dictionary. */
  public static final long MIN_LIMIT_BYTES = 4L << 20;

  /**
   * @throws IllegalArgumentException if the retention is not positive or the limit too small
   */
  public StoreSettings {
    requireNonNull(directory, "directory");
    if (retention.isZero() || retention.isNegative()) {
      throw new IllegalArgumentException("retention is " + retention + ", expected above zero");
    }
    if (limitBytes < MIN_LIMIT_BYTES) {
      throw new IllegalArgumentException(
          "limit is " + limitBytes + " bytes, expected " + MIN_LIMIT_BYTES + " or more");
    }
  }

  /** The defaults, in that directory. */
  public static StoreSettings in(Path directory) {
    return new StoreSettings(directory, DEFAULT_RETENTION, DEFAULT_LIMIT_BYTES);
  }

  /** A file is closed when it has reached this: old windows then leave in small steps. */
  long segmentBytes() {
    return limitBytes / 16;
  }

  /** Files leave while more than this is taken, so that the next window stays below the limit. */
  long evictionBytes() {
    return limitBytes - Math.min(limitBytes / 4, 4L << 20);
  }
}
