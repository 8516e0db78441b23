package dev.plumbline.attribute;

import dev.plumbline.container.BoundedFile;
import dev.plumbline.container.HostPaths;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What all resources of this host share. Immutable.
 *
 * @param name the host's name; empty if not known, as are the next two
 * @param id of the installation, {@code /etc/machine-id}
 * @param nodeName of the Kubernetes node, as {@code NODE_NAME} tells it
 * @param architecture by the names of the semantic conventions
 */
public record HostAttributes(String name, String id, String nodeName, String architecture) {
  private static final int MAX_BYTES = 1024;

  /**
   * Reads the host's files.
   *
   * @param environment of our process
   */
  public static HostAttributes read(HostPaths host, Map<String, String> environment) {
    String node = environment.get("NODE_NAME");
    return new HostAttributes(
        hostName(host), machineId(host), node == null ? "" : node, readArchitecture());
  }

  /** The kernel's answer is that of our own namespace, which in a container is not the host's. */
  private static String hostName(HostPaths host) {
    String kernel = BoundedFile.text(host.proc().resolve("sys/kernel/hostname"), MAX_BYTES);
    if (host.root().equals(HostPaths.HOST.root()) && !kernel.isEmpty()) {
      return kernel;
    }
    String file = BoundedFile.text(host.resolve("/etc/hostname"), MAX_BYTES);
    return file.isEmpty() ? kernel : file;
  }

  private static String machineId(HostPaths host) {
    String id = BoundedFile.text(host.resolve("/etc/machine-id"), MAX_BYTES);
    return id.isEmpty() || id.equals("uninitialized")
        ? BoundedFile.text(host.resolve("/var/lib/dbus/machine-id"), MAX_BYTES)
        : id;
  }

  private static String readArchitecture() {
    @Nullable String name = System.getProperty("os.arch");
    return name == null ? "" : name.equals("aarch64") ? "arm64" : name;
  }
}
