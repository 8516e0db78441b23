package dev.plumbline.scrape;

import static java.util.Objects.requireNonNull;

import dev.plumbline.profile.Resource;
import java.net.URI;
import java.time.Duration;
import java.util.Set;

/**
 * A URL with a pprof profile. Immutable.
 *
 * @param url with the window that is asked for, if one is
 * @param timeout of one try; zero for none
 * @param temporality of the counters among them
 * @param sampleTypes that are kept; empty for all
 * @param resource whose profiles these are
 */
public record ScrapeTarget(
    URI url,
    ScrapeSchedule schedule,
    Duration timeout,
    Temporality temporality,
    Set<String> sampleTypes,
    Resource resource) {
  public ScrapeTarget {
    requireNonNull(url, "url");
    requireNonNull(schedule, "schedule");
    requireNonNull(timeout, "timeout");
    requireNonNull(temporality, "temporality");
    sampleTypes = Set.copyOf(sampleTypes);
    requireNonNull(resource, "resource");
  }
}
