package dev.plumbline.serve.source;

import static java.util.Objects.requireNonNull;

import dev.plumbline.fault.FaultText;
import dev.plumbline.metric.MetricSink;
import dev.plumbline.probe.GadgetProbe;
import dev.plumbline.probe.ThreadPlace;
import dev.plumbline.run.GadgetRun;
import dev.plumbline.run.RunObserver;
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
import java.util.function.UnaryOperator;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A gadget on its thread {@code plumbline-gadget-NAME}, or one that could not start. Thread-safe.
 */
public final class RunningGadget implements AutoCloseable {
  /** Of the last window: fetching, closing and handing over. */
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(6);

  /** Three windows, and what a busy machine may need for the first or a large one. */
  static final Duration STALLED_AFTER = GadgetRun.WINDOW.multipliedBy(3).plusSeconds(30);

  private static final Logger logger = Logger.getLogger(RunningGadget.class.getName());

  private final GadgetSettings settings;
  private final StopRequest stop = new StopRequest();
  private final Clock clock;
  private final @Nullable Thread thread;
  private volatile @Nullable GadgetProbe probe;
  private final Object lock = new Object();
  private volatile Status status;
  private volatile boolean hasWindows = true;
  private volatile long lastSignUnixMillis;

  private RunningGadget(
      GadgetSettings settings,
      GadgetFactory factory,
      Function<String, List<WindowSink>> sinks,
      Clock clock)
      throws ServeException {
    this.settings = settings;
    this.clock = clock;
    this.lastSignUnixMillis = clock.millis();
    this.status = Status.of(State.STARTING, "", lastSignUnixMillis);
    GadgetFactory.Run run;
    try {
      run = factory.create(settings, sinks, new Progress(), stop);
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
      become(State.ENDED, "");
    } catch (IOException | RuntimeException | Error e) { // of an Error nobody else would know
      logger.log(Level.WARNING, "gadget " + settings.name() + " ended: " + FaultText.of(e), e);
      become(State.FAILED, FaultText.of(e));
    }
  }

  private void become(State state, String fault) {
    change(before -> before.as(state, fault, clock.millis()));
  }

  /** The status before. */
  private Status change(UnaryOperator<Status> step) {
    synchronized (lock) {
      Status before = status;
      status = step.apply(before);
      return before;
    }
  }

  /** Called by the run. */
  private final class Progress implements RunObserver {
    @Override
    public void windowClosed(long samples, GadgetProbe now) throws IOException {
      probe = now;
      Map<String, Long> lost = now.lost();
      String remarks = now.remarks();
      String stall = now.stall();
      long unixMillis = clock.millis();
      lastSignUnixMillis = unixMillis;
      Status before = change(each -> each.after(samples, lost, remarks, unixMillis));
      if (!stall.isEmpty()) {
        stalled(stall);
      } else if (before.state() == State.STALLED) {
        logger.log(Level.INFO, () -> "gadget " + settings.name() + " is well again");
      }
    }

    @Override
    public void onlyAtTheEnd() {
      hasWindows = false;
    }
  }

  /** Looks whether it still closes windows; what does not is left to itself, and may go on. */
  void watch() {
    long silentMillis = clock.millis() - lastSignUnixMillis;
    Thread watched = thread;
    if (hasWindows && watched != null && silentMillis >= STALLED_AFTER.toMillis()) {
      stalled(
          "no window for "
              + silentMillis / 1000
              + " s, where one closes every "
              + GadgetRun.WINDOW.toSeconds()
              + " s: "
              + ThreadPlace.of(watched));
    }
  }

  private void stalled(String why) {
    Status before =
        change(
            each -> each.state().isUnderWay() ? each.as(State.STALLED, why, clock.millis()) : each);
    if (before.state().isUnderWay() && before.state() != State.STALLED) {
      String firstLine = why.lines().findFirst().orElse("");
      logger.log(Level.WARNING, () -> "gadget " + settings.name() + ": " + firstLine);
    }
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
    /** It has not ended, and nothing comes of it. */
    STALLED,
    ENDED,
    FAILED;

    private boolean isUnderWay() {
      return this == STARTING || this == RUNNING || this == STALLED;
    }
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
      long since = other == state ? sinceUnixMillis : nowUnixMillis;
      return new Status(other, why, since, samples, windows, lost, lastLoss, remarks);
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
