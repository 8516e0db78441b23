package dev.plumbline.metric;

/** Tells its values, also such as are no whole numbers. Thread-safe. */
@FunctionalInterface
public interface ScrapeSource {
  /** Called at each scrape, on a worker thread. */
  void collect(Scrape sink);
}
