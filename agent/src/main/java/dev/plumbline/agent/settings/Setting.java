package dev.plumbline.agent.settings;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Every setting of the agent. The name is its agent argument and its key in section {@code jvm};
 * the property and the variable follow from it.
 */
public enum Setting {
  ENABLED("enabled", SettingKind.FLAG, "true", "false: the agent does nothing"),
  CONFIG("config", SettingKind.TEXT, "", "path of an ig-config.yaml"),
  OTEL_PROFILES_EXPORTER(
      "otel-profiles-exporter",
      SettingKind.TEXT,
      "",
      "exporter of that file; none: export nothing"),
  OTEL_PROFILES_SANITIZE_LABELS(
      "otel-profiles-sanitize-labels",
      SettingKind.FLAG,
      "false",
      "dots to underscores in the names of sample attributes"),
  ANNOTATE(
      "annotate",
      SettingKind.TEXT,
      "",
      "over the gadgets' annotations: SOURCE[.FIELD]:KEY=VALUE,..."),
  SERVICE_NAME(
      "service.name",
      SettingKind.TEXT,
      "",
      "service.name, else from OTEL_*, the jar or main class"),
  INTERVAL("interval", SettingKind.DURATION, "10s", "length of a window, 1s to 1h"),
  CPU("cpu", SettingKind.DURATION_OR_OFF, "10ms", "CPU time between two samples of a thread"),
  CPU_ENGINE("cpu.engine", SettingKind.TEXT, "auto", "auto, ctimer, perf, itimer"),
  WALL("wall", SettingKind.DURATION_OR_OFF, "off", "wall-clock time between two samples"),
  ALLOC("alloc", SettingKind.SIZE_OR_OFF, "4m", "bytes allocated between two samples"),
  ALLOC_ADAPTIVE("alloc.adaptive", SettingKind.FLAG, "true", "fit that interval to the load"),
  LIVE("live", SettingKind.FLAG, "false", "objects that are still alive; needs alloc"),
  LIVE_INTERVAL(
      "live.interval",
      SettingKind.DURATION,
      "1m",
      "time between two looks at live objects; each starts the recording anew"),
  NATIVEMEM("nativemem", SettingKind.SIZE_OR_OFF, "off", "bytes of malloc between two samples"),
  LOCK("lock", SettingKind.DURATION_OR_OFF, "10ms", "shortest wait for a lock that is recorded"),
  LOCK_PARK(
      "lock.park",
      SettingKind.DURATION_OR_OFF,
      "",
      "shortest wait of a parked thread that is recorded, over lock"),
  LOCK_NATIVE(
      "lock.native",
      SettingKind.DURATION_OR_OFF,
      "off",
      "shortest wait for a mutex of native code that is recorded"),
  LOCK_MONITOR(
      "lock.monitor",
      SettingKind.DURATION_OR_OFF,
      "",
      "shortest wait for a monitor that is recorded, over lock"),
  LOCK_MONITOR_EVERY(
      "lock.monitor.every",
      SettingKind.COUNT,
      "1",
      "with n, every n-th wait for a monitor is kept and counts for n"),
  DEPTH("depth", SettingKind.COUNT, "1024", "frames of a stack trace, at most"),
  THREADS("threads", SettingKind.FLAG, "false", "thread names as attributes of samples"),
  THREADS_EXCLUDED(
      "threads.excluded",
      SettingKind.TEXT,
      "plumbline-",
      "what names of threads that are left out begin with, separated by blanks"),
  NAMES_NORMALIZED(
      "names.normalized", SettingKind.FLAG, "true", "cut counters from generated class names"),
  DIR("dir", SettingKind.TEXT, "", "directory for the files that cannot live in memory"),
  NATIVE_DIR("native.dir", SettingKind.TEXT, "", "directory that holds the native libraries"),
  MEMORY_NATIVE("memory.native", SettingKind.SIZE, "64m", "native memory of the stack storage"),
  MEMORY_QUEUE(
      "memory.queue",
      SettingKind.SIZE,
      "",
      "bytes that an exporter may hold, over its queue.max-bytes"),
  START("start", SettingKind.TEXT, "async", "async; sync: main waits for the first sample"),
  DELAY("delay", SettingKind.DURATION, "0s", "time from the JVM's start to the profiler's"),
  EXIT_TIMEOUT(
      "exit.timeout",
      SettingKind.DURATION,
      "2s",
      "what the JVM's end may take for the last window"),
  SIGNAL("signal", SettingKind.COUNT, "", "signal number of the CPU timer, where SIGPROF is taken"),
  AP_EXTRA("ap.extra", SettingKind.TEXT, "", "appended to async-profiler's start command"),
  CRASH_MARKER(
      "crash.marker",
      SettingKind.TEXT,
      "",
      "file that stands in the first minute; a start that finds it stays off"),
  EXPORT_FILE(
      "export.file", SettingKind.TEXT, "", "directory for a copy of each window, .otlp and .jfr"),
  FORCE("force", SettingKind.FLAG, "false", "true: profile also on OpenJ9, at your own risk"),
  LOG_LEVEL("log.level", SettingKind.TEXT, "info", "error, warn, info, debug"),
  LOG_FILE("log.file", SettingKind.TEXT, "", "file for the log instead of the standard error");

  private final String settingName;
  private final SettingKind kind;
  private final String defaultText;
  private final String meaning;

  Setting(String settingName, SettingKind kind, String defaultText, String meaning) {
    this.settingName = settingName;
    this.kind = kind;
    this.defaultText = defaultText;
    this.meaning = meaning;
  }

  /** Agent argument and key of the file. */
  public String settingName() {
    return settingName;
  }

  public String property() {
    return "plumbline." + settingName;
  }

  public String variable() {
    return "PLUMBLINE_" + settingName.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
  }

  public SettingKind kind() {
    return kind;
  }

  /** Empty for none. */
  public String defaultText() {
    return defaultText;
  }

  /** A few words for {@code help}. */
  public String meaning() {
    return meaning;
  }

  /** Null if there is none of that name. */
  public static @Nullable Setting named(String name) {
    for (Setting setting : values()) {
      if (setting.settingName.equals(name)) {
        return setting;
      }
    }
    return null;
  }

  public static List<String> names() {
    List<String> names = new ArrayList<>();
    for (Setting setting : values()) {
      names.add(setting.settingName);
    }
    return Collections.unmodifiableList(names);
  }

  /** The words that a text setting is limited to; empty if any text will do. */
  List<String> choices() {
    switch (this) {
      case CPU_ENGINE:
        return Arrays.asList("auto", "ctimer", "perf", "itimer");
      case START:
        return Arrays.asList("async", "sync");
      case LOG_LEVEL:
        return Arrays.asList("error", "warn", "info", "debug");
      default:
        return Collections.emptyList();
    }
  }
}
