package dev.plumbline.run;

import dev.plumbline.output.PerDataSource;
import dev.plumbline.probe.RunException;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * When the records of a data source are fetched (§2.12 of the study of Inspektor Gadget): each
 * interval, at most {@code count} times if that is above 0; with interval 0 once at the start if
 * the count is 1, else only at the end. What arose since the last fetch is fetched at the end in
 * any case. Immutable.
 *
 * @param intervalNanos 0 for none
 * @param count 0 for no bound
 */
public record FetchPlan(long intervalNanos, int count) {
  /** As {@code --map-fetch-interval} has it by default. */
  public static final String DEFAULT_INTERVAL = "1000ms";

  private static final Pattern DURATION = Pattern.compile("([0-9]{1,12})(ns|us|µs|ms|s|m|h)?");
  private static final long MIN_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  /**
   * @param intervals a duration, or {@code DATASOURCE:DURATION,…}
   * @param counts a number, or {@code DATASOURCE:NUMBER,…}
   * @throws RunException if one cannot be read, or the interval is 0 and the count above 1
   */
  public static FetchPlan parse(String intervals, String counts, String dataSource) {
    String interval = PerDataSource.find(intervals, ',', dataSource);
    String count = PerDataSource.find(counts, ',', dataSource);
    long nanos = nanos(interval.isBlank() ? DEFAULT_INTERVAL : interval.strip());
    int bound = count(count.isBlank() ? "0" : count.strip());
    if (nanos == 0 && bound > 1) {
      throw new RunException(
          "map-fetch-count is "
              + bound
              + " and map-fetch-interval is 0, expected a count of 0 or 1");
    }
    return new FetchPlan(nanos, bound);
  }

  private static long nanos(String text) {
    Matcher matcher = DURATION.matcher(text);
    if (!matcher.matches() || (matcher.group(2) == null && !matcher.group(1).matches("0+"))) {
      throw new RunException(
          "map-fetch-interval is \"" + text + "\", expected a duration such as 500ms, 1s or 0");
    }
    long number = Long.parseLong(matcher.group(1));
    String unit = matcher.group(2) == null ? "ns" : matcher.group(2).toLowerCase(Locale.ROOT);
    long nanos =
        switch (unit) {
          case "ns" -> number;
          case "us", "µs" -> TimeUnit.MICROSECONDS.toNanos(number);
          case "ms" -> TimeUnit.MILLISECONDS.toNanos(number);
          case "s" -> TimeUnit.SECONDS.toNanos(number);
          case "m" -> TimeUnit.MINUTES.toNanos(number);
          default -> TimeUnit.HOURS.toNanos(number);
        };
    if (nanos != 0 && nanos < MIN_INTERVAL_NANOS) {
      throw new RunException("map-fetch-interval is " + text + ", expected 0 or at least 10ms");
    }
    return nanos;
  }

  private static int count(String text) {
    if (!text.matches("[0-9]{1,9}")) {
      throw new RunException("map-fetch-count is \"" + text + "\", expected a number from 0 on");
    }
    return Integer.parseInt(text);
  }

  /** Whether there is a fetch after that many were made. */
  boolean hasMore(int made) {
    return intervalNanos > 0 ? count == 0 || made < count : count == 1 && made == 0;
  }
}
