package dev.plumbline.cli;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Flags of ig that this program knows and does not have, each with the reason. Stateless. */
final class RefusedFlags {
  private static final String LOGS = "logs are not exported, only profiles";
  private static final String METRICS = "metrics are not exported, only profiles";
  private static final String IMAGES = "gadgets are shipped or directories, no images are pulled";

  private static final Map<String, String> REASONS = new TreeMap<>();

  static {
    REASONS.put("--otel-logs-exporter", LOGS);
    for (String flag :
        List.of(
            "--otel-metrics-exporter",
            "--otel-metrics-name",
            "--otel-metrics-print-interval",
            "--otel-metrics-listen",
            "--otel-metrics-listen-address",
            "--otel-metrics-export-internals")) {
      REASONS.put(flag, METRICS);
    }
    for (String flag :
        List.of(
            "--pull",
            "--verify-image",
            "--public-keys",
            "--allowed-gadgets",
            "--insecure-registries",
            "--disallow-pulling",
            "--authfile",
            "--oci-store-user")) {
      REASONS.put(flag, IMAGES);
    }
    REASONS.put("--filter-expr", "use --filter");
    REASONS.put("-E", "use --filter");
  }

  private RefusedFlags() {}

  /** One line for the first refused flag among the arguments; null if there is none. */
  static @Nullable String find(List<String> arguments) {
    for (String argument : arguments) {
      if (argument.equals("--")) {
        return null;
      }
      int equals = argument.indexOf('=');
      String flag = equals < 0 ? argument : argument.substring(0, equals);
      String reason = REASONS.get(flag);
      if (reason != null) {
        return "flag " + flag + " is not supported: " + reason;
      }
    }
    return null;
  }
}
