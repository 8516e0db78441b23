package dev.plumbline.agent;

import static java.util.Objects.requireNonNull;

import java.io.File;
import java.lang.instrument.Instrumentation;
import java.net.URL;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The core's door, opened by the premain through JDK types alone: {@link #call} starts and returns
 * the loop that the calling thread then runs, {@link #close} ends it from any other thread.
 */
public final class Agent implements Callable<@Nullable Runnable>, AutoCloseable {
  /** What a stop may wait beyond the last window's own deadline. */
  private static final long STOP_GRACE_NANOS = 1_000_000_000L;

  private final Handover handover;
  private final StopSignal stop = new StopSignal(System::nanoTime);

  /**
   * @param resourceFiles the isolated loader's resources that stand for files
   * @param earlyEnd true for the first to ask: the one that says that the JVM ends too early
   */
  public Agent(
      String arguments,
      Instrumentation instrumentation,
      File agentJar,
      Map<String, URL> resourceFiles,
      BooleanSupplier earlyEnd) {
    handover = new Handover(arguments, instrumentation, agentJar, resourceFiles, earlyEnd);
  }

  /** What the premain hands over. Immutable. */
  static final class Handover {
    final String arguments;
    final Instrumentation instrumentation;
    final File agentJar;
    final Map<String, URL> resourceFiles;
    final BooleanSupplier earlyEnd;

    Handover(
        String arguments,
        Instrumentation instrumentation,
        File agentJar,
        Map<String, URL> resourceFiles,
        BooleanSupplier earlyEnd) {
      this.arguments = requireNonNull(arguments, "arguments");
      this.instrumentation = requireNonNull(instrumentation, "instrumentation");
      this.agentJar = requireNonNull(agentJar, "agentJar");
      this.resourceFiles = requireNonNull(resourceFiles, "resourceFiles");
      this.earlyEnd = requireNonNull(earlyEnd, "earlyEnd");
    }
  }

  /** Null if there is nothing to run: switched off, refused, or failed with its one line. */
  @Override
  public @Nullable Runnable call() throws Exception {
    return new AgentStart(handover, stop).start();
  }

  /** Ends the profiling, exports the last window, and returns a second after its deadline. */
  @Override
  public void close() {
    stop.request(StopSignal.Cause.STOP);
    try {
      stop.awaitDone(stop.exitNanos() + STOP_GRACE_NANOS);
    } catch (InterruptedException ignored) {
      Thread.currentThread().interrupt(); // the loop ends all the same
    }
  }
}
