package dev.plumbline.cli;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Flags of ig that this program knows and does not have, each with the reason. Stateless. */
final class RefusedFlags {
  private static final String LOGS = "logs are not exported, only profiles";
  private static final String METRICS = "metrics are not exported, only profiles";
  private static final String FILES = "containers are known by files, no socket is asked";
  private static final String KUBERNETES = "nothing is asked of the Kubernetes API";
  private static final String PACKETS = "there are no gadgets of packets or trace pipes";
  private static final String HOST = "the host's file systems are used as they are";
  private static final String IMAGES = "gadgets are shipped or directories, no images are pulled";

  private static final Map<String, String> REASONS = new TreeMap<>();

  static {
    refuse("--otel-logs-exporter", LOGS);
    refuse(
        "--otel-metrics-exporter --otel-metrics-name --otel-metrics-print-interval"
            + " --otel-metrics-listen --otel-metrics-listen-address"
            + " --otel-metrics-export-internals",
        METRICS);
    refuse(
        "--pull --verify-image --validate-metadata --public-keys --notation-certificates"
            + " --notation-policy-document --allowed-gadgets --insecure-registries"
            + " --disallow-pulling --authfile --oci-store-user",
        IMAGES);
    refuse(
        "-r --runtimes --runtime-protocol --docker-socketpath --containerd-socketpath"
            + " --crio-socketpath --podman-socketpath --containerd-namespace",
        FILES);
    refuse("--enrich-with-k8s-apiserver --kubeconfig", KUBERNETES);
    refuse("--trace-pipe --iface --pf", PACKETS);
    refuse("--auto-mount-filesystems --auto-wsl-workaround", HOST);
    refuse(
        "--gpu-idle-only --gpu-util-max-pct --min-gpu-mem-bytes --stale-threshold-ms",
        "GPUs are not looked at");
    refuse("-f --file", "manifests are not read, name one gadget");
    refuse("--filter-expr -E", "use --filter");
  }

  private static void refuse(String flags, String reason) {
    for (String flag : flags.split(" ", -1)) {
      REASONS.put(flag, reason);
    }
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
