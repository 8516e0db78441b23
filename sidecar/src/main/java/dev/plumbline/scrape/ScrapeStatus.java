package dev.plumbline.scrape;

import dev.plumbline.metric.Metric;
import dev.plumbline.metric.MetricSink;
import dev.plumbline.metric.MetricSource;
import java.time.Clock;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What became of the tries of one target. Thread-safe. */
public final class ScrapeStatus implements MetricSource {
  private static final Metric TRIES =
      Metric.counter("plumbline_scrapes_total", "Tries by result.", "receiver", "target", "result");
  private static final Metric SAMPLES =
      Metric.counter(
          "plumbline_scrape_samples_total",
          "Samples that were fetched and handed over.",
          "receiver",
          "target");

  private final String receiver;
  private final String target;
  private final Clock clock;
  private final Object lock = new Object();
  private final Map<ScrapeResult, Long> tries = new EnumMap<>(ScrapeResult.class);
  private long samples;
  private Last last = new Last(null, "", 0, 0, 0);

  ScrapeStatus(String receiver, String target, Clock clock) {
    this.receiver = receiver;
    this.target = target;
    this.clock = clock;
  }

  /**
   * The last try. Immutable.
   *
   * @param result null before the first
   * @param message why it failed, else empty
   * @param endUnixMillis 0 before the first
   * @param successUnixMillis when one last succeeded; 0 if none did
   */
  public record Last(
      @Nullable ScrapeResult result,
      String message,
      long endUnixMillis,
      long durationMillis,
      long successUnixMillis) {}

  void ended(ScrapeResult result, String message, long moreSamples, long durationNanos) {
    long now = clock.millis();
    synchronized (lock) {
      tries.merge(result, 1L, Long::sum);
      samples += moreSamples;
      long success = result == ScrapeResult.SUCCESS ? now : last.successUnixMillis;
      last = new Last(result, message, now, durationNanos / 1_000_000, success);
    }
  }

  public String receiver() {
    return receiver;
  }

  /** Without secrets. */
  public String target() {
    return target;
  }

  public Last last() {
    synchronized (lock) {
      return last;
    }
  }

  /** Tries by result; those that never came are left out. */
  public Map<ScrapeResult, Long> tries() {
    synchronized (lock) {
      return new EnumMap<>(tries);
    }
  }

  public long samples() {
    synchronized (lock) {
      return samples;
    }
  }

  @Override
  public void report(MetricSink sink) {
    sink.accept(SAMPLES, samples(), receiver, target);
    tries().forEach((result, count) -> sink.accept(TRIES, count, receiver, target, result.word()));
  }
}
