package dev.plumbline.scrape;

import static java.util.Objects.requireNonNull;

/**
 * One thing that is fetched at intervals, ready for its loop. Immutable.
 *
 * @param target for people and counters, without secrets
 */
public record Pull(String target, ScrapeSchedule schedule, Scraper scraper) {
  public Pull {
    requireNonNull(target, "target");
    requireNonNull(schedule, "schedule");
    requireNonNull(scraper, "scraper");
  }
}
