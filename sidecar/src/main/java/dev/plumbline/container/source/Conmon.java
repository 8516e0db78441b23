package dev.plumbline.container.source;

import dev.plumbline.container.ContainerId;
import dev.plumbline.container.ProcessFiles;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The monitor that podman and CRI-O start beside each container. Its command line names the
 * container's files, so that no storage path need be configured. Immutable.
 *
 * @param id of the container
 * @param name as given with {@code -n}
 * @param bundle directory of the container's {@code config.json} on the host; empty if not said
 * @param pidFile file with the pid of the first process; empty if not said
 */
record Conmon(String id, String name, String bundle, String pidFile) {
  private static final int MAX_ANCESTORS = 32;

  /** The monitor above a process of the container; null if there is none. */
  static @Nullable Conmon above(ProcessFiles processes, int pid, ContainerId id) {
    int at = pid;
    for (int i = 0; i < MAX_ANCESTORS && at > 1; i++) {
      ProcessFiles.Stat stat = processes.stat(at);
      if (stat == null) {
        return null;
      }
      if (stat.comm().equals("conmon")) {
        Conmon conmon = of(processes.commandLine(at));
        if (conmon.id.equals(id.text())) {
          return conmon;
        }
      }
      at = stat.parentPid();
    }
    return null;
  }

  static Conmon of(List<String> arguments) {
    return new Conmon(
        option(arguments, "-c", "--cid"),
        option(arguments, "-n", "--name"),
        option(arguments, "-b", "--bundle"),
        option(arguments, "-p", "--container-pidfile"));
  }

  /** Value of an option's first use; arguments passed on to others stand behind the own ones. */
  private static String option(List<String> arguments, String shortName, String longName) {
    for (int i = 1; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      boolean named = argument.equals(shortName) || argument.equals(longName);
      if (named && i + 1 < arguments.size()) {
        return arguments.get(i + 1);
      }
      if (argument.startsWith(longName + "=")) {
        return argument.substring(longName.length() + 1);
      }
    }
    return "";
  }
}
