package dev.plumbline.agent.recording;

/** async-profiler's one entry: a command line in, its answer out. Confined to its thread. */
public interface ProfilerCommands {
  /**
   * @throws IllegalStateException if the profiler is in the wrong state or an event is not possible
   * @throws IllegalArgumentException if the command is not understood
   */
  String execute(String command);
}
