package dev.plumbline.serve.config;

import static java.util.Objects.requireNonNull;

import dev.plumbline.scrape.PullSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One receiver that fetches profiles. Immutable.
 *
 * @param name unique among the receivers, such as {@code pprof/remote}
 * @param exporters names that override the default ones; null for the default
 */
public record PullSettings(String name, @Nullable List<String> exporters, PullSource source) {
  public PullSettings {
    requireNonNull(name, "name");
    exporters = exporters == null ? null : List.copyOf(exporters);
    requireNonNull(source, "source");
  }
}
