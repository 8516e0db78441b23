package dev.plumbline.agent;

import static java.util.Objects.requireNonNull;

import java.io.File;
import java.lang.instrument.Instrumentation;
import java.net.URL;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * The core's door, opened by the premain through JDK types alone: {@link #call} starts and returns
 * the loop that the calling thread then runs, {@link #close} ends it from any other thread.
 */
public final class Agent implements Callable<@Nullable Runnable>, AutoCloseable {
  /** What a stop may wait beyond the last window's own deadline. */
  private static final long STOP_GRACE_NANOS = 1_000_000_000L;

  private final String arguments;
  private final Instrumentation instrumentation;
  private final File agentJar;
  private final Map<String, URL> resourceFiles;
  private final StopSignal stop = new StopSignal(System::nanoTime);

  /**
   * @param resourceFiles the isolated loader's resources that stand for files
   */
  public Agent(
      String arguments,
      Instrumentation instrumentation,
      File agentJar,
      Map<String, URL> resourceFiles) {
    this.arguments = requireNonNull(arguments, "arguments");
    this.instrumentation = requireNonNull(instrumentation, "instrumentation");
    this.agentJar = requireNonNull(agentJar, "agentJar");
    this.resourceFiles = requireNonNull(resourceFiles, "resourceFiles");
  }

  /** Null if there is nothing to run: switched off, refused, or failed with its one line. */
  @Override
  public @Nullable Runnable call() throws Exception {
    return new AgentStart(arguments, instrumentation, agentJar, resourceFiles, stop).start();
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
