package dev.plumbline.serve.config;

import static java.util.Objects.requireNonNull;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The page with its API, metrics and profiles of ourselves. Immutable.
 *
 * @param endpoint where it listens
 * @param hosts more names by which users reach it
 * @param bearerToken that each request must bring; null for none
 */
public record PageConfig(
    boolean isEnabled,
    ReceiverSettings.Endpoint endpoint,
    Set<String> hosts,
    @Nullable String bearerToken) {
  public static final int DEFAULT_PORT = 7171;

  public PageConfig {
    requireNonNull(endpoint, "endpoint");
    hosts = Set.copyOf(hosts);
  }

  /** Without the token. */
  @Override
  public String toString() {
    return "PageConfig[" + isEnabled + ", " + endpoint + ", " + hosts + "]";
  }
}
