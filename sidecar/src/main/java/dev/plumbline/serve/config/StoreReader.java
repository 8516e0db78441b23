package dev.plumbline.serve.config;

import dev.plumbline.config.ConfigFile;
import dev.plumbline.config.Section;
import java.time.Duration;
import java.util.Set;

/** Section {@code store}. Stateless. */
final class StoreReader {
  private static final Set<String> KEYS = Set.of("enabled", "directory", "retention", "max-bytes");
  private static final Duration LEAST_RETENTION = Duration.ofMinutes(1);
  private static final Duration MOST_RETENTION = Duration.ofDays(366);
  private static final long LEAST_BYTES = 16L << 20;
  private static final long MOST_BYTES = 1L << 40;

  private StoreReader() {}

  static StoreConfig read(ConfigFile file) {
    Section section = file.section("store", KEYS);
    return new StoreConfig(
        section.truth("enabled", true),
        file.path(section, "directory"),
        section.duration(
            "retention", StoreConfig.DEFAULT_RETENTION, LEAST_RETENTION, MOST_RETENTION),
        section.size("max-bytes", StoreConfig.DEFAULT_LIMIT_BYTES, LEAST_BYTES, MOST_BYTES));
  }
}
