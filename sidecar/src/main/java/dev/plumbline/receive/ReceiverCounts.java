package dev.plumbline.receive;

import dev.plumbline.metric.Metric;
import dev.plumbline.metric.MetricSink;
import dev.plumbline.metric.MetricSource;
import java.time.Clock;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What one receiver took and what of it was not kept. Thread-safe. */
public final class ReceiverCounts implements MetricSource {
  private static final Metric REQUESTS =
      Metric.counter("plumbline_receive_requests_total", "Requests that were taken.", "receiver");
  private static final Metric SAMPLES =
      Metric.counter("plumbline_receive_samples_total", "Samples that were taken.", "receiver");
  private static final Metric REJECTED =
      Metric.counter(
          "plumbline_receive_samples_rejected_total",
          "Samples of taken requests that were left out, by reason.",
          "receiver",
          "reason");
  private static final Metric UNTIMED =
      Metric.counter(
          "plumbline_receive_untimed_profiles_total",
          "Profiles without a time that can be meant; they got the time of receipt.",
          "receiver");

  private final String receiver;
  private final LongAdder requests = new LongAdder();
  private final LongAdder samples = new LongAdder();
  private final LongAdder untimed = new LongAdder();
  private final Map<String, LongAdder> rejected = new ConcurrentHashMap<>();

  private final SenderTable senders;

  public ReceiverCounts(String receiver, Clock clock) {
    this.receiver = receiver;
    this.senders = new SenderTable(clock);
  }

  /** Who sent it. */
  public SenderTable senders() {
    return senders;
  }

  void taken(long takenSamples, int untimedProfiles) {
    requests.increment();
    samples.add(takenSamples);
    untimed.add(untimedProfiles);
  }

  void rejected(String reason, long count) {
    rejected.computeIfAbsent(reason, absent -> new LongAdder()).add(count);
  }

  /** Requests. */
  public long accepted() {
    return requests.sum();
  }

  /** Samples by reason; sorted. */
  public Map<String, Long> rejectedByReason() {
    Map<String, Long> counts = new TreeMap<>();
    rejected.forEach((reason, count) -> counts.put(reason, count.sum()));
    return counts;
  }

  @Override
  public void report(MetricSink sink) {
    sink.accept(REQUESTS, requests.sum(), receiver);
    sink.accept(SAMPLES, samples.sum(), receiver);
    sink.accept(UNTIMED, untimed.sum(), receiver);
    rejected.forEach((reason, count) -> sink.accept(REJECTED, count.sum(), receiver, reason));
  }
}
