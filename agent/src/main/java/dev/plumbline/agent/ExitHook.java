package dev.plumbline.agent;

import org.jspecify.annotations.Nullable;

/**
 * Lets the JVM's exit wait for the last window, no longer than the loop may take for it. Runs on
 * the thread {@code plumbline-exit}.
 */
final class ExitHook extends Thread {
  private final StopSignal stop;

  private ExitHook(StopSignal stop) {
    super("plumbline-exit");
    this.stop = stop;
  }

  /** Null if the JVM is ending already: there is nothing to wait for. */
  static @Nullable ExitHook register(StopSignal stop) {
    ExitHook hook = new ExitHook(stop);
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
      stop.awaitDone(WindowLoop.FINISH_NANOS);
    } catch (InterruptedException ignored) {
      Thread.currentThread().interrupt();
    }
  }
}
