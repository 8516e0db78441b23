package dev.plumbline.serve.listener;

import dev.plumbline.listen.server.RefusalCounter;
import dev.plumbline.metric.Scrape;
import dev.plumbline.metric.ScrapeSource;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts the requests that listeners did not take. Thread-safe. */
public final class Refusals implements RefusalCounter, ScrapeSource {
  private static final int MAX_KINDS = 1_000;

  private final Map<Kind, LongAdder> counts = new ConcurrentHashMap<>();

  private record Kind(String listener, String path, int status, String reason) {}

  @Override
  public void refused(String listener, String path, int status, String reason) {
    Kind kind = new Kind(listener, path, status, reason);
    if (counts.size() < MAX_KINDS || counts.containsKey(kind)) {
      counts.computeIfAbsent(kind, absent -> new LongAdder()).increment();
    }
  }

  /** Of one listener, by reason; sorted. */
  public Map<String, Long> of(String listener) {
    Map<String, Long> byReason = new TreeMap<>();
    counts.forEach(
        (kind, count) -> {
          if (kind.listener.equals(listener)) {
            byReason.merge(kind.reason, count.sum(), Long::sum);
          }
        });
    return byReason;
  }

  @Override
  public void collect(Scrape sink) {
    counts.forEach(
        (kind, count) ->
            sink.counter(
                "listen_refused",
                "Requests that were not taken, by listener, path, HTTP status and reason.",
                count.sum(),
                "listener",
                kind.listener,
                "path",
                kind.path,
                "status",
                Integer.toString(kind.status),
                "reason",
                kind.reason));
  }
}
