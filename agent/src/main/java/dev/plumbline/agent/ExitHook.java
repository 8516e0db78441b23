package dev.plumbline.agent;

import org.jspecify.annotations.Nullable;

/**
 * Lets the JVM's exit wait for the last window, no longer than the loop may take for it, and says
 * what is lost if that was not enough. Runs on the thread {@code plumbline-exit}.
 */
final class ExitHook extends Thread {
  private final StopSignal stop;
  private final WindowPipeline pipeline;
  private final AgentLog log;

  private ExitHook(StopSignal stop, WindowPipeline pipeline, AgentLog log) {
    super("plumbline-exit");
    this.stop = stop;
    this.pipeline = pipeline;
    this.log = log;
  }

  /** Null if the JVM is ending already: there is nothing to wait for. */
  static @Nullable ExitHook register(StopSignal stop, WindowPipeline pipeline, AgentLog log) {
    ExitHook hook = new ExitHook(stop, pipeline, log);
    try {
      Runtime.getRuntime().addShutdownHook(hook);
      return hook;
    } catch (IllegalStateException ignored) {
      return null;
    }
  }

  /** After a stop the JVM's exit has nothing to wait for, and must not hold the agent's memory. */
  void unregister() {
    try {
      Runtime.getRuntime().removeShutdownHook(this);
    } catch (IllegalStateException ignored) {
      // the JVM ends: the hook is running
    }
  }

  @Override
  public void run() {
    try {
      stop.request(StopSignal.Cause.JVM_EXIT);
      if (!stop.awaitDone(stop.exitNanos())) {
        log.warn(
            "the JVM ends before the last window is out: "
                + pipeline.heldSamples()
                + " samples are read and not sent, those of its last part are not even read");
      }
    } catch (InterruptedException ignored) {
      Thread.currentThread().interrupt();
    }
  }
}
