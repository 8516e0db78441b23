package dev.plumbline.serve.config;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One gadget that the daemon runs. Immutable.
 *
 * @param name a shipped gadget's, or the path of a directory
 * @param parameters that the user set, by key
 * @param origin whether a user named it: a default one may be left out if it cannot run here
 * @param exporters names that override the default ones; null for the default
 */
public record GadgetSettings(
    String name, Map<String, String> parameters, @Nullable List<String> exporters, Origin origin) {
  public GadgetSettings {
    requireNonNull(name, "name");
    requireNonNull(origin, "origin");
    parameters = Map.copyOf(parameters);
    exporters = exporters == null ? null : List.copyOf(exporters);
  }

  /** Who named a gadget. */
  public enum Origin {
    DEFAULT,
    CONFIGURED
  }
}
