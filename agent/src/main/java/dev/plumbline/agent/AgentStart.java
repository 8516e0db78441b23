package dev.plumbline.agent;

import dev.plumbline.agent.natives.MemoryFiles;
import dev.plumbline.agent.natives.NativeAccess;
import dev.plumbline.agent.natives.NativeLibraries;
import dev.plumbline.agent.natives.NativeLoadException;
import dev.plumbline.agent.natives.OtherProfiler;
import dev.plumbline.agent.recording.HeapRoom;
import dev.plumbline.agent.recording.ManagedThreads;
import dev.plumbline.agent.recording.ProfilerSession;
import dev.plumbline.agent.recording.RecordingFiles;
import dev.plumbline.agent.recording.SessionException;
import dev.plumbline.agent.settings.AgentArguments;
import dev.plumbline.agent.settings.HelpTable;
import dev.plumbline.agent.settings.Setting;
import dev.plumbline.agent.settings.Settings;
import dev.plumbline.export.ExporterSettings;
import dev.plumbline.export.FileSettings;
import dev.plumbline.export.ProductVersion;
import dev.plumbline.sampling.MappingException;
import java.io.File;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.net.URL;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import one.profiler.AsyncProfiler;
import org.jspecify.annotations.Nullable;

/** Everything between the premain and the loop, in order. Confined to its thread, used once. */
final class AgentStart {
  /** Above this many threads wall-clock sampling costs more than it tells (agent study §10). */
  private static final int MANY_THREADS = 5_000;

  private final String arguments;
  private final Instrumentation instrumentation;
  private final File agentJar;
  private final Map<String, URL> resourceFiles;
  private final StopSignal stop;
  private List<Path> directories = Collections.emptyList();
  private @Nullable MemoryFiles memoryFiles;

  AgentStart(
      String arguments,
      Instrumentation instrumentation,
      File agentJar,
      Map<String, URL> resourceFiles,
      StopSignal stop) {
    this.arguments = arguments;
    this.instrumentation = instrumentation;
    this.agentJar = agentJar;
    this.resourceFiles = resourceFiles;
    this.stop = stop;
  }

  /** Null if there is nothing to run; why not has been said in one line. */
  @Nullable Runnable start() throws IOException, InterruptedException {
    AgentConfiguration configuration =
        AgentConfiguration.read(
            AgentArguments.parse(arguments), System.getenv(), System::getProperty);
    Settings settings = configuration.settings();
    AgentLog log = AgentLog.open(settings.text(Setting.LOG_LEVEL), settings.text(Setting.LOG_FILE));
    if (settings.helpAsked()) {
      HelpTable.lines().forEach(log::info);
      return null;
    }
    if (!configuration.isEnabled() || !accepts(configuration, log)) {
      return null;
    }
    if (stop.await(settings.number(Setting.DELAY))) {
      return null;
    }
    String markerFile = settings.text(Setting.CRASH_MARKER);
    CrashMarker marker =
        markerFile.isEmpty() ? null : CrashMarker.raise(Paths.get(markerFile), System::nanoTime);
    try {
      return loop(configuration, marker, log);
    } catch (NativeLoadException | SessionException e) {
      if (marker != null) {
        marker.lower();
      }
      log.error("profiling off: " + e.getMessage());
      return null;
    }
  }

  private static boolean accepts(AgentConfiguration configuration, AgentLog log) {
    configuration.remarks().forEach(log::info);
    configuration.warnings().forEach(log::warn);
    configuration.problems().forEach(log::error);
    if (!configuration.problems().isEmpty()) {
      log.error(
          "profiling off: see the line"
              + (configuration.problems().size() > 1 ? "s" : "")
              + " above");
      return false;
    }
    String refusal = RefusedJvm.reason(configuration.settings(), System::getProperty);
    if (refusal == null) {
      refusal = mappingFault(configuration);
    }
    if (refusal == null) {
      refusal = earlierCrash(configuration.settings());
    }
    if (refusal != null) {
      log.error("profiling off: " + refusal);
      return false;
    }
    if (configuration.exporters().exporters().isEmpty()
        && !configuration.settings().isSet(Setting.EXPORT_FILE)) {
      log.error("profiling off: " + configuration.exporters().explanation());
      return false;
    }
    return true;
  }

  /**
   * What the first window would find wrong with annotations or names that the user asked for; null
   * if nothing. The gadgets' own are tested, and not read at the JVM's start.
   */
  private static @Nullable String mappingFault(AgentConfiguration configuration) {
    Settings settings = configuration.settings();
    if (configuration.annotations().isEmpty()
        && !settings.flag(Setting.OTEL_PROFILES_SANITIZE_LABELS)) {
      return null;
    }
    try {
      new GadgetMappings(settings, configuration.annotations(), said -> {})
          .read(settings.number(Setting.ALLOC));
      return null;
    } catch (MappingException e) {
      return e.getMessage();
    }
  }

  private static @Nullable String earlierCrash(Settings settings) {
    String file = settings.text(Setting.CRASH_MARKER);
    return !file.isEmpty() && CrashMarker.isFound(Paths.get(file))
        ? "the run before died in its first minute of profiling; remove " + file + " to try again"
        : null;
  }

  private Runnable loop(
      AgentConfiguration configuration, @Nullable CrashMarker crashMarker, AgentLog log)
      throws NativeLoadException, SessionException {
    Settings settings = configuration.settings();
    String other = OtherProfiler.path();
    if (!other.isEmpty()) {
      log.info("another async-profiler is in this process: " + other);
    }
    AsyncProfiler profiler = profiler(settings, log);
    ProfilerSession session = session(profiler, settings, log);
    session.start();
    String version = ProductVersion.text();
    WindowPipeline pipeline =
        new ExportPipeline(configuration, session, version, profiler.getVersion(), log);
    if (crashMarker != null) {
      pipeline = crashMarker.watching(pipeline);
    }
    log.info(
        version
            + ": "
            + session.description()
            + ", Java "
            + System.getProperty("java.version")
            + ", sending to "
            + destination(configuration));
    stop.allow(settings.number(Setting.EXIT_TIMEOUT));
    ExitHook hook = ExitHook.register(stop, pipeline, log);
    long intervalNanos = settings.number(Setting.INTERVAL);
    WindowLoop loop =
        new WindowLoop(
            session,
            pipeline,
            stop,
            System::nanoTime,
            log,
            intervalNanos,
            () -> ThreadLocalRandom.current().nextDouble());
    return () -> {
      loop.run();
      if (hook != null && !stop.jvmExits()) {
        hook.unregister();
      }
    };
  }

  private static String destination(AgentConfiguration configuration) {
    List<String> destinations = new ArrayList<>();
    for (ExporterSettings settings : configuration.exporters().exporters()) {
      destinations.add(settings.name() + " (" + target(settings) + ")");
    }
    if (configuration.settings().isSet(Setting.EXPORT_FILE)) {
      destinations.add(configuration.settings().text(Setting.EXPORT_FILE));
    }
    return String.join(", ", destinations);
  }

  private static String target(ExporterSettings settings) {
    FileSettings file = settings.file();
    return file == null ? settings.endpoint() : file.directory().toString();
  }

  private AsyncProfiler profiler(Settings settings, AgentLog log) throws NativeLoadException {
    try {
      NativeAccess.grant(instrumentation);
    } catch (ReflectiveOperationException | RuntimeException e) {
      log.debug("this JVM may warn about native access: " + e);
    }
    directories = NativeLibraries.directories(settings.text(Setting.DIR));
    String nativeDir = settings.text(Setting.NATIVE_DIR);
    NativeLibraries libraries =
        NativeLibraries.of(
            agentJar,
            nativeDir.isEmpty() ? null : Paths.get(nativeDir),
            directories,
            resourceFiles);
    memoryFiles = libraries.memoryFiles();
    return libraries.profiler(memoryFiles);
  }

  private ProfilerSession session(AsyncProfiler profiler, Settings settings, AgentLog log) {
    ManagedThreads threads = new ManagedThreads();
    warn(settings, threads, log);
    return new ProfilerSession(
        command -> execute(profiler, command),
        new RecordingFiles(memoryFiles, directories),
        settings,
        System::nanoTime,
        threads,
        new HeapRoom());
  }

  private static void warn(Settings settings, ManagedThreads threads, AgentLog log) {
    if (settings.text(Setting.CPU_ENGINE).equals("itimer")) {
      log.warn("itimer is one for the whole process: another profiler would silence this one");
    }
    if (settings.number(Setting.WALL) > 0 && threads.live() > MANY_THREADS) {
      log.warn("wall with " + threads.live() + " threads costs much memory; consider wall=off");
    }
  }

  private static String execute(AsyncProfiler profiler, String command) {
    try {
      return profiler.execute(command);
    } catch (IOException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }
}
