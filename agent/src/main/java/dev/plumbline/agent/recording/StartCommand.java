package dev.plumbline.agent.recording;

import dev.plumbline.agent.settings.LockWaits;
import dev.plumbline.agent.settings.Setting;
import dev.plumbline.agent.settings.Settings;
import java.util.ArrayList;
import java.util.List;

/**
 * async-profiler's start command for the settings. Where the JVM refuses one of the events, the
 * next candidate does without it. Immutable.
 */
final class StartCommand {
  /** Chunks are parsed one at a time: this bounds the heap that parsing needs. */
  private static final String CHUNK_SIZE = "4m";

  /** async-profiler's own choice for wall-clock samples. */
  private static final int SIGVTALRM = 26;

  /** A real-time signal, for wall-clock samples where the CPU timer has that one. */
  private static final int WALL_BESIDE_SIGVTALRM = 60;

  private final Settings settings;

  StartCommand(Settings settings) {
    this.settings = settings;
  }

  /** One way to start, and what it does without. */
  static final class Candidate {
    private final String command;
    private final String without;
    private final String engine;

    private Candidate(String command, String without, String engine) {
      this.command = command;
      this.without = without;
      this.engine = engine;
    }

    String command() {
      return command;
    }

    /** Empty if nothing was left out. */
    String without() {
      return without;
    }

    /** Of the CPU samples; empty if they are off. */
    String engine() {
      return engine;
    }
  }

  /**
   * In the order in which to try them.
   *
   * @param allocBytes bytes allocated between two samples; 0 for off
   */
  List<Candidate> candidates(String file, long allocBytes) {
    List<Candidate> candidates = new ArrayList<>();
    boolean hasCpu = settings.number(Setting.CPU) > 0;
    String engine = hasCpu ? engine() : "";
    boolean hasOthers =
        LockWaits.leastNanos(settings) > 0
            || settings.number(Setting.WALL) > 0
            || settings.number(Setting.NATIVEMEM) > 0;
    candidates.add(candidate(file, engine, allocBytes, true, ""));
    if (engine.equals("cpu")) {
      candidates.add(candidate(file, "ctimer", allocBytes, true, "perf_events"));
    }
    if (allocBytes > 0 && (hasCpu || hasOthers)) {
      candidates.add(candidate(file, hasCpu ? "ctimer" : "", 0, true, "allocations"));
    }
    if (hasCpu && (allocBytes > 0 || hasOthers)) {
      candidates.add(candidate(file, "ctimer", 0, false, "all but CPU"));
    }
    return candidates;
  }

  private String engine() {
    switch (settings.text(Setting.CPU_ENGINE)) {
      case "perf":
        return "cpu";
      case "itimer":
        return "itimer";
      default:
        return "ctimer";
    }
  }

  private Candidate candidate(
      String file, String engine, long allocBytes, boolean withOthers, String without) {
    StringBuilder command = new StringBuilder("start");
    if (!engine.isEmpty()) {
      command.append(",event=").append(engine);
      command.append(",interval=").append(settings.number(Setting.CPU));
    }
    if (allocBytes > 0) {
      command.append(",alloc=").append(allocBytes);
      if (settings.flag(Setting.LIVE)) {
        command.append(",live");
      }
    }
    if (withOthers) {
      append(command, ",wall=", settings.number(Setting.WALL));
      append(command, ",lock=", LockWaits.javaNanos(settings));
      append(command, ",nativelock=", LockWaits.nativeNanos(settings));
      if (settings.number(Setting.NATIVEMEM) > 0) {
        append(command, ",nativemem=", settings.number(Setting.NATIVEMEM));
        command.append(",nofree");
      }
    }
    append(command, ",jstackdepth=", settings.number(Setting.DEPTH));
    append(command, ",memlimit=", settings.number(Setting.MEMORY_NATIVE));
    appendSignals(command, settings.number(Setting.SIGNAL), withOthers);
    command.append(",clock=monotonic,loglevel=error,chunksize=").append(CHUNK_SIZE);
    if (settings.isSet(Setting.AP_EXTRA)) {
      command.append(',').append(settings.text(Setting.AP_EXTRA));
    }
    command.append(",jfr,file=").append(file);
    return new Candidate(command.toString(), without, engine);
  }

  /**
   * async-profiler would take the CPU timer's for wall-clock samples too, and one would be lost.
   */
  private void appendSignals(StringBuilder command, long signal, boolean withOthers) {
    append(command, ",signal=", signal);
    if (signal > 0 && withOthers && settings.number(Setting.WALL) > 0) {
      command.append('/').append(signal == SIGVTALRM ? WALL_BESIDE_SIGVTALRM : SIGVTALRM);
    }
  }

  private static void append(StringBuilder command, String name, long number) {
    if (number > 0) {
      command.append(name).append(number);
    }
  }
}
