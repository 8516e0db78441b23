package dev.plumbline.cli;

import dev.plumbline.kernel.ProcessReplacement;
import dev.plumbline.kernel.SystemCallException;
import dev.plumbline.serve.config.ServeConfig;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * The flags of the JVM that fit what the daemon was told (design §10). The launcher starts it
 * small; one that receives wants the second compiler and more heap, and replaces itself once.
 * Stateless.
 */
final class DaemonFlags {
  /** Set in the replacing process, so that it happens once. */
  private static final String MARK = "-Dplumbline.flags=serve";

  /** Set by the launcher: only flags that it chose are changed. */
  private static final String LAUNCHER = "plumbline.launcher";

  private DaemonFlags() {}

  /** Does not return if the process is replaced. */
  static void check(ServeConfig config, Console console) {
    List<String> now = ManagementFactory.getRuntimeMXBean().getInputArguments();
    boolean isSmall = config.receivers().isEmpty() && config.pulls().isEmpty();
    if (!Boolean.getBoolean(LAUNCHER) || now.contains(MARK) || isSmall) {
      return;
    }
    ProcessHandle.Info self = ProcessHandle.current().info();
    if (self.command().isEmpty() || self.arguments().isEmpty()) {
      return;
    }
    List<String> arguments = arguments(List.of(self.arguments().get()), now, config.memoryBytes());
    arguments.add(0, self.command().get());
    SystemCallException failed = ProcessReplacement.execute(arguments, System.getenv());
    console.warn("the flags of the JVM stay as they are: " + failed.getMessage());
  }

  /**
   * The arguments of the replacing process.
   *
   * @param arguments all behind the program, flags of the JVM first
   * @param flags those of them that are the JVM's
   */
  static List<String> arguments(List<String> arguments, List<String> flags, long memoryBytes) {
    List<String> replaced = new ArrayList<>();
    for (String argument : arguments) {
      boolean isDropped =
          flags.contains(argument)
              && (argument.equals("-XX:TieredStopAtLevel=1") || argument.startsWith("-Xmx"));
      if (!isDropped) {
        replaced.add(argument);
      }
    }
    replaced.add(0, MARK);
    replaced.add(1, "-Xmx" + memoryBytes);
    return replaced;
  }
}
