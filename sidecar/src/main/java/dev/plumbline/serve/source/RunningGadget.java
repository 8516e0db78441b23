package dev.plumbline.serve.source;

import static java.util.Objects.requireNonNull;

import dev.plumbline.fault.FaultText;
import dev.plumbline.metric.MetricSink;
import dev.plumbline.probe.GadgetProbe;
import dev.plumbline.run.GadgetRun;
import dev.plumbline.run.StopRequest;
import dev.plumbline.run.WindowSink;
import dev.plumbline.serve.config.GadgetSettings;
import dev.plumbline.serve.machine.ServeException;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A gadget on its thread {@code plumbline-gadget-NAME}, or one that could not start. Thread-safe.
 */
public final class RunningGadget implements AutoCloseable {
  /** Of the last window: fetching, closing and handing over. */
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(6);

  private static final Logger logger = Logger.getLogger(RunningGadget.class.getName());

  private final GadgetSettings settings;
  private final StopRequest stop = new StopRequest();
  private final Clock clock;
  private final @Nullable Thread thread;
  private volatile @Nullable GadgetProbe probe;
  private volatile Status status;

  private RunningGadget(
      GadgetSettings settings,
      GadgetFactory factory,
      Function<String, List<WindowSink>> sinks,
      Clock clock)
      throws ServeException {
    this.settings = settings;
    this.clock = clock;
    this.status = Status.of(State.STARTING, "", clock.millis());
    GadgetFactory.Run run;
    try {
      run = factory.create(settings, sinks, this::windowClosed, stop);
    } catch (IOException e) {
      throw new ServeException("gadget " + settings.name() + ": " + FaultText.of(e), e);
    }
    this.thread = new Thread(() -> run(run), "plumbline-gadget-" + settings.name());
    thread.setDaemon(true);
  }

  private RunningGadget(GadgetSettings settings, String fault, Clock clock) {
    this.settings = settings;
    this.clock = clock;
    this.thread = null;
    this.status = Status.of(State.LEFT_OUT, fault, clock.millis());
  }

  /**
   * @throws ServeException if this gadget cannot run here
   */
  public static RunningGadget start(
      GadgetSettings settings,
      GadgetFactory factory,
      Function<String, List<WindowSink>> sinks,
      Clock clock)
      throws ServeException {
    RunningGadget gadget = new RunningGadget(settings, factory, sinks, clock);
    requireNonNull(gadget.thread).start();
    return gadget;
  }

  /** One that does not run, so that whoever misses its profiles can see why. */
  public static RunningGadget leftOut(GadgetSettings settings, String fault, Clock clock) {
    return new RunningGadget(settings, fault, clock);
  }

  private void run(GadgetFactory.Run run) {
    try {
      run.run();
      status = status.as(State.ENDED, "", clock.millis());
    } catch (IOException | RuntimeException | Error e) { // of an Error nobody else would know
      logger.log(Level.WARNING, "gadget " + settings.name() + " ended: " + FaultText.of(e), e);
      status = status.as(State.FAILED, FaultText.of(e), clock.millis());
    }
  }

  private void windowClosed(long samples, GadgetProbe now) throws IOException {
    probe = now;
    status = status.after(samples, now.lost(), now.remarks(), clock.millis());
  }

  /** The probe's own numbers, such as the ends of stacks; none before the first window. */
  public void report(MetricSink sink) {
    GadgetProbe known = probe;
    if (known != null) {
      known.report(sink);
    }
  }

  public GadgetSettings settings() {
    return settings;
  }

  public Status status() {
    return status;
  }

  /**
   * Whether it was well and failed before that moment, so that another start may help. What the
   * kernel refuses at its start it would refuse each time.
   */
  boolean isWorthAnotherStart(long failedBeforeUnixMillis) {
    Status now = status;
    return now.state() == State.FAILED
        && now.windows() > 0
        && now.sinceUnixMillis() <= failedBeforeUnixMillis;
  }

  /** Ends the run after its last window. Idempotent. */
  @Override
  public void close() {
    stop.request();
    if (thread == null) {
      return;
    }
    try {
      thread.join(STOP_TIMEOUT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Where a gadget is. */
  public enum State {
    /** It may not run here, or cannot. */
    LEFT_OUT,
    STARTING,
    RUNNING,
    ENDED,
    FAILED
  }

  /**
   * How a gadget goes. Immutable.
   *
   * @param fault why it failed or was left out, else empty
   * @param sinceUnixMillis when it came into that state
   * @param lost by reason, since the start
   * @param lastLoss the last window that lost any
   */
  public record Status(
      State state,
      String fault,
      long sinceUnixMillis,
      long samples,
      long windows,
      Map<String, Long> lost,
      Loss lastLoss,
      String remarks) {
    static Status of(State state, String fault, long nowUnixMillis) {
      return new Status(state, fault, nowUnixMillis, 0, 0, Map.of(), Loss.NONE, "");
    }

    private Status as(State other, String why, long nowUnixMillis) {
      return new Status(other, why, nowUnixMillis, samples, windows, lost, lastLoss, remarks);
    }

    /** After another window. */
    Status after(long more, Map<String, Long> lostNow, String remarksNow, long nowUnixMillis) {
      Loss loss = Loss.between(lost, lostNow, nowUnixMillis);
      return new Status(
          State.RUNNING,
          "",
          state == State.RUNNING ? sinceUnixMillis : nowUnixMillis,
          samples + more,
          windows + 1,
          Map.copyOf(lostNow),
          loss.samples() == 0 ? lastLoss : loss,
          remarksNow);
    }

    /** Distinct samples of an average window, by its length. */
    public double samplesPerSecond() {
      return windows == 0 ? 0 : samples / (double) (windows * GadgetRun.WINDOW.toSeconds());
    }
  }

  /**
   * What one window lost. Immutable.
   *
   * @param samples by all reasons
   * @param unixMillis the window's end; 0 if there is none
   */
  public record Loss(long samples, long unixMillis) {
    static final Loss NONE = new Loss(0, 0);

    private static Loss between(
        Map<String, Long> before, Map<String, Long> after, long unixMillis) {
      long samples = 0;
      for (Map.Entry<String, Long> reason : after.entrySet()) {
        samples += Math.max(0, reason.getValue() - before.getOrDefault(reason.getKey(), 0L));
      }
      return new Loss(samples, unixMillis);
    }
  }
}
