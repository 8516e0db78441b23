package dev.plumbline.api.request;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Moments as users write them. Stateless. */
public final class TimeText {
  private static final long MAX_MILLIS = Long.MAX_VALUE / 1_000_000;
  private static final Pattern MILLIS = Pattern.compile("-?\\d{1,17}");
  private static final Pattern RELATIVE = Pattern.compile("now(?:-(\\d{1,9})([smhd]))?");
  private static final Map<String, Long> UNITS =
      Map.of("s", 1_000L, "m", 60_000L, "h", 3_600_000L, "d", 86_400_000L);

  private TimeText() {}

  /** No further than what nanoseconds since the epoch can say: from 1677 to 2262. */
  public static long parse(String name, String text, long nowMillis) throws ApiException {
    return Math.max(-MAX_MILLIS, Math.min(MAX_MILLIS, unbounded(name, text, nowMillis)));
  }

  private static long unbounded(String name, String text, long nowMillis) throws ApiException {
    if (MILLIS.matcher(text).matches()) {
      return Long.parseLong(text);
    }
    Matcher relative = RELATIVE.matcher(text);
    if (relative.matches()) {
      String count = relative.group(1);
      return count == null
          ? nowMillis
          : nowMillis - Long.parseLong(count) * UNITS.getOrDefault(relative.group(2), 0L);
    }
    try {
      return OffsetDateTime.parse(text).toInstant().toEpochMilli();
    } catch (DateTimeParseException | ArithmeticException e) {
      throw ApiException.badParameter(name, text, "unix milliseconds, RFC 3339, now or now-15m");
    }
  }

  /** In UTC, for people. */
  public static String of(long millis) {
    return Instant.ofEpochMilli(millis).toString();
  }
}
