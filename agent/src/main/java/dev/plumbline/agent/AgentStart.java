package dev.plumbline.agent;

import dev.plumbline.agent.natives.MemoryFiles;
import dev.plumbline.agent.natives.MomentaryFiles;
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
import dev.plumbline.agent.settings.Setting;
import dev.plumbline.agent.settings.Settings;
import dev.plumbline.export.ProductVersion;
import dev.plumbline.fault.FaultText;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import one.profiler.AsyncProfiler;
import org.jspecify.annotations.Nullable;

/** Everything between the premain and the loop, in order. Confined to its thread, used once. */
final class AgentStart {
  /** Above this many threads wall-clock sampling costs more than it tells (agent study §10). */
  private static final int MANY_THREADS = 5_000;

  private final Agent.Handover handover;
  private final StopSignal stop;
  private final MomentaryFiles momentaryFiles = new MomentaryFiles();
  private List<Path> directories = Collections.emptyList();
  private @Nullable MemoryFiles memoryFiles;

  AgentStart(Agent.Handover handover, StopSignal stop) {
    this.handover = handover;
    this.stop = stop;
  }

  /** Null if there is nothing to run; why not has been said in one line. */
  @Nullable Runnable start() throws InterruptedException {
    AgentConfiguration configuration =
        AgentConfiguration.read(
            AgentArguments.parse(handover.arguments), System.getenv(), System::getProperty);
    Settings settings = configuration.settings();
    AgentLog log = AgentLog.open(settings, System.err);
    if (!configuration.isEnabled() || !StartChecks.accept(configuration, log)) {
      return null;
    }
    ExitHook hook = ExitHook.register(stop, log, handover.earlyEnd);
    if (hook == null) {
      return null;
    }
    stop.allow(settings.number(Setting.EXIT_TIMEOUT));
    Runnable loop = null;
    try {
      loop = delayed(configuration, hook, log);
    } finally {
      if (loop == null) {
        hook.unregister();
        stop.markDone();
      }
    }
    return loop;
  }

  private @Nullable Runnable delayed(AgentConfiguration configuration, ExitHook hook, AgentLog log)
      throws InterruptedException {
    Settings settings = configuration.settings();
    if (stop.await(settings.number(Setting.DELAY))) {
      return null;
    }
    CrashMarker marker = null;
    if (settings.isSet(Setting.CRASH_MARKER)) {
      marker = new CrashMarker(Paths.get(settings.text(Setting.CRASH_MARKER)), System::nanoTime);
      hook.undoing(marker::lower);
      try {
        marker.raise();
      } catch (IOException e) {
        log.error(
            "profiling off: "
                + settings.written(Setting.CRASH_MARKER)
                + ", cannot be written: "
                + FileFault.reason(e));
        return null;
      }
    }
    try {
      return loop(configuration, marker, hook, log);
    } catch (NativeLoadException | SessionException e) {
      if (marker != null) {
        marker.lower();
      }
      if (!stop.jvmExits()) {
        log.error("profiling off: " + FaultText.of(e));
      }
      return null;
    }
  }

  private @Nullable Runnable loop(
      AgentConfiguration configuration,
      @Nullable CrashMarker crashMarker,
      ExitHook hook,
      AgentLog log)
      throws NativeLoadException, SessionException {
    Settings settings = configuration.settings();
    String other = OtherProfiler.path();
    if (!other.isEmpty()) {
      log.info("another async-profiler is in this process: " + other);
    }
    AsyncProfiler profiler = profiler(settings, hook, log);
    ProfilerSession session = session(profiler, settings, log);
    session.start();
    String version = ProductVersion.text();
    WindowPipeline pipeline =
        new ExportPipeline(configuration, session, version, profiler.getVersion(), log);
    if (crashMarker != null) {
      pipeline = crashMarker.watching(pipeline);
    }
    if (!hook.waitFor(pipeline)) {
      return null;
    }
    log.info(
        version
            + ": "
            + session.description()
            + ", Java "
            + System.getProperty("java.version")
            + ", sending to "
            + Destinations.text(configuration));
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
      if (!stop.jvmExits()) {
        hook.unregister();
      }
    };
  }

  private AsyncProfiler profiler(Settings settings, ExitHook hook, AgentLog log)
      throws NativeLoadException {
    try {
      NativeAccess.grant(handover.instrumentation);
    } catch (ReflectiveOperationException | RuntimeException e) {
      log.debug("this JVM may warn about native access: " + FaultText.of(e));
    }
    directories = NativeLibraries.directories(settings.text(Setting.DIR));
    String nativeDir = settings.text(Setting.NATIVE_DIR);
    hook.undoing(momentaryFiles::close);
    NativeLibraries libraries =
        NativeLibraries.of(
            handover.agentJar,
            nativeDir.isEmpty() ? null : Paths.get(nativeDir),
            directories,
            handover.resourceFiles,
            momentaryFiles);
    memoryFiles = libraries.memoryFiles();
    return libraries.profiler(memoryFiles);
  }

  private ProfilerSession session(AsyncProfiler profiler, Settings settings, AgentLog log) {
    ManagedThreads threads = new ManagedThreads();
    warn(settings, threads, log);
    return new ProfilerSession(
        command -> execute(profiler, command),
        new RecordingFiles(memoryFiles, directories, momentaryFiles),
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
      throw new IllegalStateException(FaultText.of(e), e);
    }
  }
}
