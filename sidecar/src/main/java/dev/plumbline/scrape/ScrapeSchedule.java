package dev.plumbline.scrape;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * When a loop takes its turns. Immutable.
 *
 * @param interval from turn to turn, above zero
 * @param initialDelay before the first; zero for none
 */
public record ScrapeSchedule(Duration interval, Duration initialDelay) {
  public static final Duration DEFAULT_INTERVAL = Duration.ofSeconds(10);
  public static final Duration DEFAULT_INITIAL_DELAY = Duration.ofSeconds(1);

  public ScrapeSchedule {
    requireNonNull(interval, "interval");
    requireNonNull(initialDelay, "initialDelay");
    if (interval.isZero() || interval.isNegative()) {
      throw new IllegalArgumentException("interval is " + interval + ", expected more than zero");
    }
  }

  /** The first turn after now, in step with the last one: turns that were missed are left out. */
  long nextNanos(long lastNanos, long nowNanos) {
    long every = interval.toNanos();
    long passed = Math.max(0, nowNanos - lastNanos) / every;
    return lastNanos + (passed + 1) * every;
  }
}
