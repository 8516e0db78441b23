package dev.plumbline.agent;

import dev.plumbline.agent.recording.BrokenRecordingException;
import dev.plumbline.agent.recording.ProfilerSession;
import dev.plumbline.agent.recording.SessionException;
import dev.plumbline.fault.FaultText;
import java.io.IOException;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * The thread's work: at each window's end a dump, the window, a look at what has grown. Survives
 * what goes wrong in one window; after {@link #MAX_FAILURES} in a row it gives up and says so. Runs
 * on the thread {@code plumbline-agent}.
 */
final class WindowLoop implements Runnable {
  /** Failed windows in a row after which profiling ends. */
  static final int MAX_FAILURES = 3;

  /** Of the time for the end, what is kept back for saying how it went. */
  static final long LAST_WORDS_NANOS = 100_000_000L;

  private final ProfilerSession session;
  private final WindowPipeline pipeline;
  private final StopSignal stop;
  private final LongSupplier nanoTime;
  private final AgentLog log;
  private final long intervalNanos;
  private final DoubleSupplier chance;
  private int failures;

  /**
   * @param nanoTime a clock that never jumps
   * @param chance in [0, 1), by which the first windows differ within a fleet
   */
  WindowLoop(
      ProfilerSession session,
      WindowPipeline pipeline,
      StopSignal stop,
      LongSupplier nanoTime,
      AgentLog log,
      long intervalNanos,
      DoubleSupplier chance) {
    this.session = session;
    this.pipeline = pipeline;
    this.stop = stop;
    this.nanoTime = nanoTime;
    this.log = log;
    this.intervalNanos = intervalNanos;
    this.chance = chance;
  }

  @Override
  public void run() {
    try {
      profile();
    } catch (InterruptedException ignored) {
      Thread.currentThread().interrupt(); // nobody but us holds the thread: treat it as a stop
    } finally {
      finish();
      stop.markDone();
    }
  }

  private void profile() throws InterruptedException {
    long startNanos = nanoTime.getAsLong();
    long end = startNanos + FirstInterval.firstNanos(intervalNanos, chance.getAsDouble());
    long nextLength = FirstInterval.secondNanos(intervalNanos, chance.getAsDouble());
    while (!stop.await(Math.max(0, end - nanoTime.getAsLong()))) {
      long now = nanoTime.getAsLong();
      if (!window(now - startNanos)) {
        return;
      }
      startNanos = now;
      end = Math.max(end + nextLength, now);
      nextLength = intervalNanos;
    }
    last();
  }

  /** False if profiling has to end. */
  private boolean window(long lengthNanos) {
    try {
      session.dump(pipeline);
      long allocationSamples = pipeline.closeWindow();
      failures = 0;
      String reason = session.restartReason(allocationSamples, lengthNanos);
      if (reason != null) {
        log.debug("starting the recording anew: " + reason);
        session.restart(pipeline);
      }
      return true;
    } catch (BrokenRecordingException | IOException e) {
      return recover(e);
    } catch (SessionException e) {
      return giveUp(e);
    } catch (Throwable e) {
      return survive(e);
    }
  }

  /** What was read before the break is exported all the same. */
  private boolean recover(Exception cause) {
    log.warn("the recording is lost, starting another one: " + FaultText.of(cause));
    try {
      pipeline.closeWindow();
      session.restartElsewhere();
      return survive(cause);
    } catch (SessionException e) {
      return giveUp(e);
    } catch (Throwable e) {
      return survive(e);
    }
  }

  /** What the ended recording handed over is exported all the same. */
  private boolean giveUp(SessionException e) {
    log.error("profiling off: the recording does not start anew: " + e.getMessage());
    try {
      pipeline.closeWindow();
    } catch (RuntimeException | LinkageError failure) {
      log.warn("the last window is lost: " + FaultText.of(failure));
    }
    return false;
  }

  private boolean survive(Throwable failure) {
    failures++;
    if (failures < MAX_FAILURES) {
      log.warn("a window failed and is lost: " + FaultText.of(failure));
      return true;
    }
    log.error(
        "profiling off: "
            + failures
            + " windows failed in a row, the last by "
            + FaultText.of(failure));
    return false;
  }

  private void last() {
    try {
      if (stop.jvmExits() && !session.tellsMoreAtStop()) {
        session.dump(pipeline);
      } else {
        session.stop(pipeline);
      }
      pipeline.closeWindow();
    } catch (Throwable e) {
      log.warn("the last window is lost: " + FaultText.of(e));
    }
  }

  private void finish() {
    try {
      pipeline.finish(Math.max(0, stop.remainingNanos() - LAST_WORDS_NANOS));
      if (!stop.jvmExits()) {
        session.stop(chunk -> {});
        log.info("stopped");
      }
    } catch (Throwable e) {
      log.debug("ended with " + FaultText.of(e));
    }
  }
}
