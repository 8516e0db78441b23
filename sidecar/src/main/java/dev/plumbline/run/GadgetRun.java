package dev.plumbline.run;

import static java.util.Objects.requireNonNull;

import dev.plumbline.probe.GadgetProbe;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.logging.Logger;

/**
 * The run of one gadget: fetches records when they are due, closes a window every ten seconds, and
 * at the end, whatever asked for it, fetches once more, closes the last window and gives the
 * exporters five seconds for it. Confined to the thread that calls {@link #run}.
 */
public final class GadgetRun {
  /** Length of a window. */
  public static final Duration WINDOW = Duration.ofSeconds(10);

  /** How long the last window may take to be sent. */
  public static final Duration FLUSH_TIMEOUT = Duration.ofSeconds(5);

  private static final Logger logger = Logger.getLogger(GadgetRun.class.getName());

  private final GadgetProbe probe;
  private final List<RecordFlow> flows;
  private final WindowExports exports;
  private final StopRequest.Pause pause;
  private final InstantSource clock;
  private final LongSupplier ticker;
  private final long timeoutNanos;
  private final boolean isWindowed;
  private final RunObserver observer;
  private final LongSupplier undecided;
  private long windowStartUnixNanos;

  GadgetRun(Builder builder) {
    this.probe = builder.probe;
    this.flows = List.copyOf(builder.flows);
    this.exports = builder.exports;
    this.pause = builder.pause;
    this.clock = builder.clock;
    this.ticker = builder.ticker;
    this.timeoutNanos = builder.timeoutNanos;
    this.observer = builder.observer;
    this.undecided = builder.undecided;
    this.isWindowed = flows.stream().anyMatch(flow -> flow.untilDue(0) != Long.MAX_VALUE);
  }

  static Builder builder(GadgetProbe probe, List<RecordFlow> flows, WindowExports exports) {
    return new Builder(probe, flows, exports);
  }

  /** Returns after the last window was sent or given up; closes probe and exporters. */
  public void run() throws IOException {
    try {
      exports.start();
      probe.start();
      long startUnixNanos = nowUnixNanos();
      windowStartUnixNanos = startUnixNanos;
      exports.startWindows(startUnixNanos);
      if (!isWindowed) {
        observer.onlyAtTheEnd();
      }
      try {
        loop();
        probe.stop();
        fetchAll();
      } finally {
        closeWindow(); // also where an output failed: the exporters get what there is
      }
      for (RecordFlow flow : flows) {
        flow.finish(startUnixNanos, Math.max(nowUnixNanos(), startUnixNanos + 1));
      }
      reportLosses();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      exports.close();
      probe.close();
    }
  }

  private void loop() throws IOException, InterruptedException {
    long start = ticker.getAsLong();
    long windowDue = start + WINDOW.toNanos();
    flows.forEach(flow -> flow.start(start, windowStartUnixNanos));
    while (true) {
      long now = ticker.getAsLong();
      for (RecordFlow flow : flows) {
        if (flow.untilDue(now) <= 0) {
          flow.fetch(probe, exports, now, nowUnixNanos());
        }
      }
      if (isWindowed && now >= windowDue) {
        closeWindow();
        windowDue += WINDOW.toNanos() * (1 + (now - windowDue) / WINDOW.toNanos());
      }
      if (now - start >= timeoutNanos || pause.untilStop(wait(start, windowDue))) {
        return;
      }
    }
  }

  private long wait(long start, long windowDue) {
    long now = ticker.getAsLong();
    long wait = timeoutNanos - (now - start);
    if (isWindowed) {
      wait = Math.min(wait, windowDue - now);
    }
    for (RecordFlow flow : flows) {
      wait = Math.min(wait, flow.untilDue(now));
    }
    return Math.max(0, wait);
  }

  private void fetchAll() throws IOException {
    for (RecordFlow flow : flows) {
      flow.fetch(probe, exports, ticker.getAsLong(), nowUnixNanos());
    }
  }

  private void closeWindow() throws IOException {
    long end = Math.max(nowUnixNanos(), windowStartUnixNanos + 1);
    long samples = exports.closeWindows(end);
    windowStartUnixNanos = end;
    observer.windowClosed(samples, probe);
  }

  private void reportLosses() throws IOException {
    Map<String, Long> lost = probe.lost();
    if (!lost.isEmpty()) {
      logger.warning(() -> "lost " + lost);
    }
    long leftOut = undecided.getAsLong();
    if (leftOut > 0) {
      logger.warning(
          () ->
              leftOut
                  + " records were left out, since their processes had ended before their owner was"
                  + " read (--uid, --gid)");
    }
  }

  private long nowUnixNanos() {
    Instant now = clock.instant();
    return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
  }

  /** Confined to the thread that builds. */
  static final class Builder {
    private final GadgetProbe probe;
    private final List<RecordFlow> flows;
    private final WindowExports exports;
    private StopRequest.Pause pause = new StopRequest()::untilStop;
    private InstantSource clock = InstantSource.system();
    private LongSupplier ticker = System::nanoTime;
    private long timeoutNanos = Long.MAX_VALUE;
    private RunObserver observer = RunObserver.NONE;
    private LongSupplier undecided = () -> 0;

    private Builder(GadgetProbe probe, List<RecordFlow> flows, WindowExports exports) {
      this.probe = requireNonNull(probe, "probe");
      this.flows = requireNonNull(flows, "flows");
      this.exports = requireNonNull(exports, "exports");
    }

    Builder pause(StopRequest.Pause pause) {
      this.pause = pause;
      return this;
    }

    Builder observer(RunObserver observer) {
      this.observer = requireNonNull(observer, "observer");
      return this;
    }

    /** Records that no filter could judge, so far. */
    Builder undecided(LongSupplier undecided) {
      this.undecided = undecided;
      return this;
    }

    Builder clock(InstantSource clock) {
      this.clock = clock;
      return this;
    }

    /** Nanoseconds of a clock that only goes forward. */
    Builder ticker(LongSupplier ticker) {
      this.ticker = ticker;
      return this;
    }

    /** 0 for no end of its own. */
    Builder timeout(Duration timeout) {
      this.timeoutNanos = timeout.isZero() ? Long.MAX_VALUE : timeout.toNanos();
      return this;
    }

    GadgetRun build() {
      return new GadgetRun(this);
    }
  }
}
