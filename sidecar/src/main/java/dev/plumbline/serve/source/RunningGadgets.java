package dev.plumbline.serve.source;

import dev.plumbline.metric.Scrape;
import dev.plumbline.metric.ScrapeSource;
import dev.plumbline.serve.config.GadgetSettings;
import dev.plumbline.serve.machine.ServeException;
import dev.plumbline.serve.route.Router;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Logger;

/**
 * The gadgets of the daemon. A change leaves those alone whose settings are the same. Confined to
 * the daemon's thread, but for {@link #all} and {@link #collect}.
 */
public final class RunningGadgets implements ScrapeSource, AutoCloseable {
  private static final Logger logger = Logger.getLogger(RunningGadgets.class.getName());

  /**
   * Long enough that whoever looks at Health sees it, and that a fault at each start costs little.
   */
  static final Duration RESTART_AFTER = Duration.ofSeconds(30);

  private final GadgetFactory factory;
  private final Router router;
  private final Clock clock;
  private final List<RunningGadget> gadgets = new CopyOnWriteArrayList<>();
  private final AtomicLong restarts = new AtomicLong();

  /** None yet. */
  public RunningGadgets(GadgetFactory factory, Router router, Clock clock) {
    this.factory = factory;
    this.router = router;
    this.clock = clock;
  }

  /**
   * The first ones. A default gadget that cannot run here is left out.
   *
   * @throws ServeException if one that was configured cannot run here
   */
  public void start(List<GadgetSettings> wanted) throws ServeException {
    for (GadgetSettings settings : wanted) {
      try {
        start(settings);
      } catch (ServeException e) {
        if (settings.origin() == GadgetSettings.Origin.CONFIGURED) {
          throw e;
        }
        leaveOut(settings, String.valueOf(e.getMessage()));
      }
    }
  }

  /** Ends those that are no longer wanted and starts the missing; who cannot run is left out. */
  public void change(List<GadgetSettings> wanted) {
    List<GadgetSettings> missing = new ArrayList<>(wanted);
    for (RunningGadget gadget : all()) {
      boolean isLeftOut = gadget.status().state() == RunningGadget.State.LEFT_OUT;
      if (isLeftOut || !missing.remove(gadget.settings())) {
        gadgets.remove(gadget);
        gadget.close();
      }
    }
    missing.forEach(this::startOrLeaveOut);
  }

  /**
   * Starts again those that were well and failed a while ago, since nobody else would; who cannot
   * run any more is left out, and tried again at the next change.
   */
  public void restartFailed() {
    long failedBefore = clock.millis() - RESTART_AFTER.toMillis();
    for (RunningGadget gadget : all()) {
      if (gadget.isWorthAnotherStart(failedBefore)) {
        gadgets.remove(gadget);
        gadget.close();
        restarts.incrementAndGet();
        startOrLeaveOut(gadget.settings());
      }
    }
  }

  /** Notices those that hang; to be called every few seconds. */
  public void watch() {
    gadgets.forEach(RunningGadget::watch);
  }

  private void startOrLeaveOut(GadgetSettings settings) {
    try {
      start(settings);
    } catch (ServeException e) {
      leaveOut(settings, String.valueOf(e.getMessage()));
    }
  }

  private void start(GadgetSettings settings) throws ServeException {
    gadgets.add(
        RunningGadget.start(
            settings,
            factory,
            dataSource -> List.of(router.sink(new Router.Source(dataSource, settings.exporters()))),
            clock));
  }

  private void leaveOut(GadgetSettings settings, String fault) {
    logger.warning(() -> fault + "; everything else goes on");
    gadgets.add(RunningGadget.leftOut(settings, fault, clock));
  }

  /** Those that were left out too; unmodifiable. */
  public List<RunningGadget> all() {
    return List.copyOf(gadgets);
  }

  @Override
  public void collect(Scrape sink) {
    sink.counter("gadget_restarts", "Gadgets started again after they had failed.", restarts.get());
    for (RunningGadget gadget : gadgets) {
      RunningGadget.Status status = gadget.status();
      String name = gadget.settings().name();
      boolean isUp = status.state() == RunningGadget.State.RUNNING;
      sink.gauge("gadget_up", "1 while the gadget runs.", isUp ? 1 : 0, "gadget", name);
      sink.counter(
          "gadget_samples", "Distinct samples of all windows.", status.samples(), "gadget", name);
      sink.counter("gadget_windows", "Windows closed.", status.windows(), "gadget", name);
      gadget.report(sink);
      status
          .lost()
          .forEach(
              (reason, count) ->
                  sink.counter(
                      "gadget_lost",
                      "Records that the kernel or the probe lost, by reason.",
                      count,
                      "gadget",
                      name,
                      "reason",
                      reason));
    }
  }

  /** Ends all at the same time, each with its last window. Idempotent. */
  @Override
  public void close() {
    List<Thread> ending = new ArrayList<>();
    for (RunningGadget gadget : gadgets) {
      Thread thread = new Thread(gadget::close, "plumbline-close-" + gadget.settings().name());
      thread.start();
      ending.add(thread);
    }
    for (Thread thread : ending) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
