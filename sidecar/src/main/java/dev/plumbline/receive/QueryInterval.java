package dev.plumbline.receive;

import dev.plumbline.listen.RefusedException;
import dev.plumbline.listen.Request;
import dev.plumbline.pprof.PprofProfile;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The time that a push says in its query, in place of the profile's own: {@code from} and {@code
 * until}, each RFC 3339 or a number since the epoch, whose digits tell its unit: up to 11 seconds,
 * 13 milliseconds, 16 microseconds, 19 nanoseconds. Stateless.
 */
final class QueryInterval {
  private QueryInterval() {}

  static PprofProfile of(Request request, PprofProfile profile, Instant received)
      throws RefusedException {
    Instant from = time(request, "from");
    Instant until = time(request, "until");
    if (from == null && until == null) {
      return profile;
    }
    long duration = Math.max(0, profile.head().durationNanos());
    Instant end = until == null ? received : until;
    Instant start = from == null ? end.minusNanos(duration) : from;
    if (from != null && !start.isBefore(end)) {
      throw new RefusedException(
          400, "interval", "from is " + start + ", expected less than until, which is " + end);
    }
    return profile.withInterval(nanos(start), nanos(end) - nanos(start));
  }

  private static long nanos(Instant time) {
    return TimeUnit.SECONDS.toNanos(time.getEpochSecond()) + time.getNano();
  }

  private static @Nullable Instant time(Request request, String name) throws RefusedException {
    String text = request.parameter(name);
    if (text == null || text.isBlank()) {
      return null;
    }
    try {
      return text.matches("\\d{1,19}") ? ofDigits(text) : Instant.parse(text.strip());
    } catch (DateTimeException | NumberFormatException e) {
      throw new RefusedException(
          400,
          "interval",
          name
              + " is "
              + QueryWords.quoted(text)
              + ", expected a time of RFC 3339, or seconds, ms, µs or ns since the epoch");
    }
  }

  private static Instant ofDigits(String digits) {
    long number = Long.parseLong(digits);
    return switch (digits.length()) {
      case 12, 13, 14 -> Instant.ofEpochMilli(number);
      case 15, 16, 17 -> Instant.EPOCH.plusNanos(TimeUnit.MICROSECONDS.toNanos(number));
      case 18, 19 -> Instant.EPOCH.plusNanos(number);
      default -> Instant.ofEpochSecond(number);
    };
  }
}
