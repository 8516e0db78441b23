package dev.plumbline.serve.config;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The embedded store. Immutable.
 *
 * @param directory null for the one below the state directory
 * @param retention age after which a window goes
 * @param limitBytes of all files
 */
public record StoreConfig(
    boolean isEnabled, @Nullable Path directory, Duration retention, long limitBytes) {
  public static final Duration DEFAULT_RETENTION = Duration.ofHours(24);
  public static final long DEFAULT_LIMIT_BYTES = 1L << 30;

  public StoreConfig {
    requireNonNull(retention, "retention");
  }
}
