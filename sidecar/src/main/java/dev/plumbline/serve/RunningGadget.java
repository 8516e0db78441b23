package dev.plumbline.serve;

import dev.plumbline.metric.MetricSink;
import dev.plumbline.probe.GadgetProbe;
import dev.plumbline.run.GadgetRun;
import dev.plumbline.run.StopRequest;
import dev.plumbline.run.WindowSink;
import dev.plumbline.serve.config.GadgetSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** A gadget on its thread {@code plumbline-gadget-NAME}. Thread-safe. */
final class RunningGadget implements AutoCloseable {
  /** Of the last window: fetching, closing and handing over. */
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(6);

  private static final Logger logger = Logger.getLogger(RunningGadget.class.getName());

  private final GadgetSettings settings;
  private final StopRequest stop = new StopRequest();
  private final Thread thread;
  private volatile @Nullable GadgetProbe probe;
  private volatile Status status = new Status(State.STARTING, "", 0, 0, Map.of(), "");

  private RunningGadget(
      GadgetSettings settings, GadgetFactory factory, Function<String, List<WindowSink>> sinks)
      throws ServeException {
    this.settings = settings;
    GadgetRun run;
    try {
      run = factory.create(settings, sinks, this::windowClosed, stop);
    } catch (IOException e) {
      throw new ServeException("gadget " + settings.name() + ": " + e.getMessage(), e);
    }
    this.thread = new Thread(() -> run(run), "plumbline-gadget-" + settings.name());
    thread.setDaemon(true);
  }

  static RunningGadget start(
      GadgetSettings settings, GadgetFactory factory, Function<String, List<WindowSink>> sinks)
      throws ServeException {
    RunningGadget gadget = new RunningGadget(settings, factory, sinks);
    gadget.thread.start();
    return gadget;
  }

  private void run(GadgetRun run) {
    try {
      run.run();
      status = status.as(State.ENDED, "");
    } catch (IOException | RuntimeException e) {
      logger.log(Level.WARNING, "gadget " + settings.name() + " ended: " + e.getMessage(), e);
      status = status.as(State.FAILED, String.valueOf(e.getMessage()));
    }
  }

  private void windowClosed(long samples, GadgetProbe now) throws IOException {
    probe = now;
    Status before = status;
    status =
        new Status(
            State.RUNNING,
            "",
            before.samples + samples,
            before.windows + 1,
            Map.copyOf(now.lost()),
            now.remarks());
  }

  /** The probe's own numbers, such as the ends of stacks; none before the first window. */
  void report(MetricSink sink) {
    GadgetProbe known = probe;
    if (known != null) {
      known.report(sink);
    }
  }

  GadgetSettings settings() {
    return settings;
  }

  Status status() {
    return status;
  }

  /** Ends the run after its last window. Idempotent. */
  @Override
  public void close() {
    stop.request();
    try {
      thread.join(STOP_TIMEOUT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Where a gadget is. */
  enum State {
    STARTING,
    RUNNING,
    ENDED,
    FAILED
  }

  /**
   * How a gadget goes. Immutable.
   *
   * @param fault why it failed, else empty
   * @param lost by reason, since the start
   */
  record Status(
      State state,
      String fault,
      long samples,
      long windows,
      Map<String, Long> lost,
      String remarks) {
    private Status as(State other, String why) {
      return new Status(other, why, samples, windows, lost, remarks);
    }

    /** Distinct samples of an average window, by its length. */
    double samplesPerSecond() {
      return windows == 0 ? 0 : samples / (double) (windows * GadgetRun.WINDOW.toSeconds());
    }
  }
}
