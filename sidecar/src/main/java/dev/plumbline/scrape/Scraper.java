package dev.plumbline.scrape;

/** What a loop does in one turn. Confined to the loop's thread, but for {@link #close}. */
public interface Scraper extends AutoCloseable {
  /**
   * Gets what there is and hands it over. Blocks; ends early when its thread is interrupted.
   *
   * @return samples that were handed over
   * @throws ScrapeException if it failed, wholly or in part
   */
  long scrape() throws ScrapeException, InterruptedException;

  /** Called once, after the loop's end. */
  @Override
  default void close() {}
}
