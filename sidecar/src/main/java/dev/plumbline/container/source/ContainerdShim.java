package dev.plumbline.container.source;

import dev.plumbline.container.ContainerId;
import dev.plumbline.container.HostPaths;
import dev.plumbline.container.ProcessFiles;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The process that containerd, and docker by it, starts above each container. It works in the
 * container's bundle, so that a state directory at any place is found. Immutable.
 *
 * @param namespace of containerd
 * @param bundle directory of the container's {@code config.json}, as we can open it
 */
record ContainerdShim(String namespace, Path bundle) {
  private static final int MAX_ANCESTORS = 32;

  /** The name of a process is cut after 15 characters. */
  private static final String COMM_START = "containerd-shim";

  /** The one above a process of the container; null if there is none. */
  static @Nullable ContainerdShim above(
      HostPaths host, ProcessFiles processes, int pid, ContainerId id) {
    int at = pid;
    for (int i = 0; i < MAX_ANCESTORS && at > 1; i++) {
      ProcessFiles.Stat stat = processes.stat(at);
      if (stat == null) {
        return null;
      }
      if (stat.comm().startsWith(COMM_START)) {
        List<String> arguments = processes.commandLine(at);
        if (after(arguments, "-id").equals(id.text())) {
          return new ContainerdShim(after(arguments, "-namespace"), host.process(at, "cwd"));
        }
      }
      at = stat.parentPid();
    }
    return null;
  }

  private static String after(List<String> arguments, String option) {
    int at = arguments.indexOf(option);
    return at < 0 || at + 1 >= arguments.size() ? "" : arguments.get(at + 1);
  }
}
