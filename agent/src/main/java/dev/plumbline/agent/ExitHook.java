package dev.plumbline.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets the JVM's exit wait for the last window, no longer than the loop may take for it, and says
 * what is lost if that was not enough. An exit during the start waits for nothing: it says so and
 * takes away what the start has left on disk. Runs on the thread {@code plumbline-exit}; its
 * methods may be called by any thread.
 */
final class ExitHook extends Thread {
  static final String EARLY_END = "the JVM ends while profiling starts: nothing of it is profiled";

  private final StopSignal stop;
  private final AgentLog log;
  private final BooleanSupplier earlyEnd;
  private final List<Runnable> undoings = new ArrayList<>();
  private @Nullable WindowPipeline pipeline;
  private boolean startIsOver;
  private boolean hasTheWord;

  private ExitHook(StopSignal stop, AgentLog log, BooleanSupplier earlyEnd) {
    super("plumbline-exit");
    this.stop = stop;
    this.log = log;
    this.earlyEnd = earlyEnd;
  }

  /**
   * Before the start leaves anything behind. Null if the JVM is ending already: there is nothing to
   * start, and that is said.
   *
   * @param earlyEnd as the premain hands it over
   */
  static @Nullable ExitHook register(StopSignal stop, AgentLog log, BooleanSupplier earlyEnd) {
    ExitHook hook = new ExitHook(stop, log, earlyEnd);
    try {
      Runtime.getRuntime().addShutdownHook(hook);
      hook.takeTheWord();
      return hook;
    } catch (IllegalStateException ignored) {
      hook.sayEarlyEnd();
      return null;
    }
  }

  /** False if the premain's hook has spoken. */
  private synchronized boolean takeTheWord() {
    hasTheWord = hasTheWord || earlyEnd.getAsBoolean();
    return hasTheWord;
  }

  private void sayEarlyEnd() {
    if (takeTheWord()) {
      log.info(EARLY_END);
    }
  }

  /**
   * To be run if the JVM ends during the start, at once if it has; to be told before the first of
   * what it undoes.
   */
  synchronized void undoing(Runnable undoing) {
    if (startIsOver) {
      undoing.run();
    } else {
      undoings.add(undoing);
    }
  }

  /**
   * Ends the start: from now on the exit waits for the last window of that pipeline.
   *
   * @return false if the JVM has ended the start
   */
  synchronized boolean waitFor(WindowPipeline newPipeline) {
    if (startIsOver) {
      return false;
    }
    startIsOver = true;
    pipeline = newPipeline;
    undoings.clear();
    return true;
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
    stop.request(StopSignal.Cause.JVM_EXIT);
    WindowPipeline waitedFor = endOfStart();
    if (waitedFor == null) {
      sayEarlyEnd();
      return;
    }
    try {
      if (!stop.awaitDone(stop.exitNanos())) {
        log.warn(
            "the JVM ends before the last window is out: "
                + waitedFor.heldSamples()
                + " samples are read and not sent, those of its last part are not even read");
      }
    } catch (InterruptedException ignored) {
      Thread.currentThread().interrupt();
    }
  }

  /** Null if the start was not over. */
  private synchronized @Nullable WindowPipeline endOfStart() {
    startIsOver = true;
    undoings.forEach(Runnable::run);
    undoings.clear();
    return pipeline;
  }
}
