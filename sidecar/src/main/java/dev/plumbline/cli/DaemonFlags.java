package dev.plumbline.cli;

import dev.plumbline.fault.FaultText;
import dev.plumbline.kernel.HangUp;
import dev.plumbline.kernel.ProcessReplacement;
import dev.plumbline.kernel.SystemCallException;
import dev.plumbline.selfprofile.SelfAgent;
import dev.plumbline.selfprofile.SelfSettings;
import dev.plumbline.serve.config.ServeConfig;
import dev.plumbline.serve.machine.StateDirectory;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

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

  /** Set by the launcher where it ignores SIGHUP until we have a handler. */
  private static final String HANG_UP_HELD = "plumbline.hangup.held";

  /** Beginnings of the launcher's flags that suit only what runs small. */
  private static final List<String> OF_SMALL_ONES =
      List.of("-XX:TieredStopAtLevel=", "-XX:CompileThresholdScaling=", "-Xmx");

  /**
   * Buffers of a large request outlive a collection or two while it is on its way. They find room
   * among the survivors, and do not fill the old generation, whose pages nobody gives back.
   */
  private static final List<String> ROOM_FOR_SURVIVORS =
      List.of("-XX:SurvivorRatio=2", "-XX:TargetSurvivorRatio=90");

  private DaemonFlags() {}

  /** Gives SIGHUP its meaning, where the launcher has put that off. */
  static void releaseHangUp(Runnable hangUp) {
    if (Boolean.getBoolean(HANG_UP_HELD)) {
      HangUp.release();
      Signals.hangUp(hangUp);
    }
  }

  /** Does not return if the process is replaced. */
  static void check(ServeConfig config, Console console) {
    List<String> now = ManagementFactory.getRuntimeMXBean().getInputArguments();
    boolean isSmall = config.receivers().isEmpty() && config.pulls().isEmpty();
    if (!Boolean.getBoolean(LAUNCHER) || now.contains(MARK) || isSmall) {
      checkAgent(config, now, console);
      return;
    }
    ProcessHandle.Info self = ProcessHandle.current().info();
    if (self.command().isEmpty() || self.arguments().isEmpty()) {
      return;
    }
    List<String> arguments = arguments(List.of(self.arguments().get()), now, config.memoryBytes());
    addAgent(config, arguments, console);
    arguments.add(0, self.command().get());
    if (Signals.isEnding()) {
      throw new Failure("ended while it started");
    }
    boolean isHeld = Boolean.getBoolean(HANG_UP_HELD);
    long hangUp = isHeld ? HangUp.ignore() : 0;
    SystemCallException failed = ProcessReplacement.execute(arguments, System.getenv());
    if (isHeld) {
      HangUp.handle(hangUp);
    }
    console.warn("the flags of the JVM stay as they are: " + failed.getMessage());
  }

  /** Says what of another configuration only a start can bring. */
  static void checkChange(ServeConfig before, ServeConfig now, Console console) {
    if (!Objects.equals(before.self(), now.self())) {
      SelfSettings self = before.self() == null ? now.self() : before.self();
      console.warn(
          (self == null ? "" : self.name()) + ": what changed of it counts from the next start on");
    }
  }

  private static void addAgent(ServeConfig config, List<String> arguments, Console console) {
    SelfSettings self = config.self();
    if (self == null || !SelfAgent.isThere()) {
      return;
    }
    try {
      String flag = SelfAgent.flag(self, StateDirectory.ofUser(console.environment()));
      // A JVM with an agent refuses to write an archive.
      arguments.removeIf(argument -> argument.startsWith("-XX:ArchiveClassesAtExit="));
      arguments.add(0, flag);
    } catch (IOException e) {
      console.warn(
          self.name() + ": the agent's configuration cannot be written: " + FaultText.of(e));
    }
  }

  /** While what it sends to still listens. */
  static void stopAgent() {
    if (SelfAgent.isIn(ManagementFactory.getRuntimeMXBean().getInputArguments())) {
      SelfAgent.stop();
    }
  }

  /** Says what a profile of ourselves lacks. */
  private static void checkAgent(ServeConfig config, List<String> now, Console console) {
    SelfSettings self = config.self();
    if (self != null && !SelfAgent.isIn(now)) {
      console.warn(
          self.name()
              + ": this JVM runs without our agent, which the launcher adds: there is no profile"
              + " of ourselves");
    }
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
      boolean isDropped = OF_SMALL_ONES.stream().anyMatch(argument::startsWith);
      if (!isDropped || !flags.contains(argument)) {
        replaced.add(argument);
      }
    }
    replaced.add(0, MARK);
    replaced.add(1, "-Xmx" + memoryBytes);
    replaced.addAll(2, ROOM_FOR_SURVIVORS);
    return replaced;
  }
}
