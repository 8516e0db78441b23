package dev.plumbline.serve;

import dev.plumbline.metric.Scrape;
import dev.plumbline.metric.ScrapeSource;
import java.util.concurrent.atomic.LongAdder;

/** Counts changes of the configuration. Thread-safe. */
final class ReloadCounts implements ScrapeSource {
  private final LongAdder succeeded = new LongAdder();
  private final LongAdder failed = new LongAdder();

  void succeeded() {
    succeeded.increment();
  }

  void failed() {
    failed.increment();
  }

  @Override
  public void collect(Scrape sink) {
    String help = "Changes of the configuration since the start, by how they went.";
    sink.counter("config_reloads", help, succeeded.sum(), "result", "applied");
    sink.counter("config_reloads", help, failed.sum(), "result", "failed");
  }
}
