package dev.plumbline.collector;

import dev.plumbline.config.Section;
import dev.plumbline.scrape.ScrapeSchedule;
import java.util.Set;

/** The keys of the Collector's scrape controller, but for {@code timeout}. Stateless. */
final class ScheduleReader {
  static final String INTERVAL = "collection_interval";
  static final Set<String> KEYS = Set.of(INTERVAL, "initial_delay", "timeout");

  private ScheduleReader() {}

  static ScrapeSchedule read(Section section) {
    return new ScrapeSchedule(
        DurationKeys.positive(section, INTERVAL, ScrapeSchedule.DEFAULT_INTERVAL),
        DurationKeys.orZero(section, "initial_delay", ScrapeSchedule.DEFAULT_INITIAL_DELAY));
  }
}
