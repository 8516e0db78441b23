package dev.plumbline.collector;

import dev.plumbline.config.DurationText;
import dev.plumbline.config.Section;
import dev.plumbline.jfr.LockRules;
import dev.plumbline.scrape.ScrapeSchedule;
import dev.plumbline.selfprofile.SelfSettings;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Section {@code self} of a receiver {@code pprof}. */
public final class SelfReader {
  private static final String BLOCK = "block_profile_fraction";
  private static final String MUTEX = "mutex_profile_fraction";

  /** As the agent has them. */
  private static final Duration LEAST_INTERVAL = Duration.ofSeconds(1);

  private static final Duration MOST_INTERVAL = Duration.ofHours(1);
  private static final long MOST_NANOS = Duration.ofMinutes(30).toNanos();

  private final CollectorFile context;

  public SelfReader(CollectorFile context) {
    this.context = context;
  }

  static Set<String> fractions() {
    return Set.of(BLOCK, MUTEX);
  }

  static Set<String> keys() {
    Set<String> keys = new HashSet<>(ScheduleReader.KEYS);
    keys.addAll(fractions());
    return keys;
  }

  /** Null where no section asks for it, be it named or flat. */
  public @Nullable SelfSettings read(
      Section pprof, String receiver, @Nullable List<String> exporters) {
    String name = receiver + "/self";
    if (pprof.isNamed("self")) {
      return settings(pprof.section("self", keys()), name, exporters);
    }
    return PprofSections.isFlatSelf(pprof) ? settings(pprof, name, exporters) : null;
  }

  private SelfSettings settings(Section section, String name, @Nullable List<String> exporters) {
    ScrapeSchedule schedule = ScheduleReader.read(section);
    Duration interval = schedule.interval();
    if (interval.compareTo(LEAST_INTERVAL) < 0 || interval.compareTo(MOST_INTERVAL) > 0) {
      section.problem(
          ScheduleReader.INTERVAL,
          "is " + DurationText.format(interval) + ", expected 1s to 1h for a profile of ourselves");
    }
    if (!DurationKeys.notNegative(section, "timeout", Duration.ZERO).isZero()) {
      context
          .warnings()
          .add(
              section.positionOf("timeout"),
              section.keyPath("timeout") + ": has no effect: nothing is asked for in self");
    }
    return new SelfSettings(
        name,
        exporters,
        interval,
        schedule.initialDelay(),
        section.number(BLOCK, 1, Long.MIN_VALUE, MOST_NANOS),
        section.number(MUTEX, 1, Long.MIN_VALUE, LockRules.MAX_EVERY));
  }
}
