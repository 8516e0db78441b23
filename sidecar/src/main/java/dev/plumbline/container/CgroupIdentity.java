package dev.plumbline.container;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a cgroup's path tells about those in it. The last component with 64 hex digits is the
 * container, whatever stands around them, since every runtime and driver wraps the id differently
 * and cgroups may go on below a container. Immutable.
 *
 * @param containerId null outside containers
 * @param runtime what the component's prefix names; null where the bare id says nothing
 * @param podUid uid of the Kubernetes pod with dashes; empty for none
 * @param systemdUnit innermost service or scope outside containers; empty for none
 */
public record CgroupIdentity(
    @Nullable ContainerId containerId,
    @Nullable ContainerRuntime runtime,
    String podUid,
    String systemdUnit) {
  /** Nothing is known: the root cgroup, or none. */
  public static final CgroupIdentity NONE = new CgroupIdentity(null, null, "", "");

  private static final int MAX_PATH_CHARS = 4096;

  /** {@code -pod<uid>} or {@code /pod<uid>}; the systemd driver writes underscores for dashes. */
  private static final Pattern POD =
      Pattern.compile(
          "(?:^|[-/])pod([0-9a-f]{8}[-_][0-9a-f]{4}[-_][0-9a-f]{4}[-_][0-9a-f]{4}[-_][0-9a-f]{12})"
              + "(?:\\.slice)?(?:[/:]|$)");

  /** Reads a path as in {@code /proc/PID/cgroup} or below the mount of a hierarchy. */
  public static CgroupIdentity of(String path) {
    if (path.length() > MAX_PATH_CHARS) {
      return NONE;
    }
    String[] components = path.split("/", -1);
    for (int i = components.length - 1; i >= 0; i--) {
      int at = idAt(components[i]);
      if (at >= 0) {
        String id = components[i].substring(at, at + ContainerId.LENGTH);
        String prefix = components[i].substring(0, at);
        ContainerRuntime runtime = runtime(prefix, i == 0 ? "" : components[i - 1]);
        return new CgroupIdentity(new ContainerId(id), runtime, podUid(path), "");
      }
    }
    return new CgroupIdentity(null, null, podUid(path), systemdUnit(components));
  }

  /** Where an id starts; -1 for components of runtimes that are no containers, or have no id. */
  private static int idAt(String component) {
    if (component.contains("-conmon-") || component.contains("libpod_pod_")) {
      return -1;
    }
    int at = 0;
    while (at < component.length()) {
      int run = ContainerId.hexDigits(component, at);
      if (run == ContainerId.LENGTH) {
        return at;
      }
      at += Math.max(run, 1);
    }
    return -1;
  }

  private static @Nullable ContainerRuntime runtime(String prefix, String parent) {
    if (prefix.startsWith("libpod-")) {
      return ContainerRuntime.PODMAN;
    }
    if (prefix.startsWith("crio-")) {
      return ContainerRuntime.CRI_O;
    }
    if (prefix.startsWith("cri-containerd-")
        || prefix.startsWith("nerdctl-")
        || prefix.contains(":cri-containerd:")
        || parent.equals("k8s.io")) {
      return ContainerRuntime.CONTAINERD;
    }
    if (prefix.startsWith("docker-") || parent.equals("docker")) {
      return ContainerRuntime.DOCKER;
    }
    return null;
  }

  private static String podUid(String path) {
    Matcher matcher = POD.matcher(path);
    return matcher.find() ? matcher.group(1).replace('_', '-') : "";
  }

  private static String systemdUnit(String[] components) {
    for (int i = components.length - 1; i >= 0; i--) {
      if (components[i].endsWith(".service") || components[i].endsWith(".scope")) {
        return components[i];
      }
    }
    return "";
  }

  /** Those in that cgroup belong to a container. */
  public boolean isContainer() {
    return containerId != null;
  }
}
