package dev.plumbline.config;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as users write them: numbers with a unit ({@code ns us ms s m h d}), one or more in a
 * row, such as {@code 10s}, {@code 1.5s} or {@code 1m30s}. A number without a unit is refused
 * unless it is 0, since programs differ in what they take it for.
 */
public final class DurationText {
  private static final Pattern PART =
      Pattern.compile("(\\d{1,19})(?:\\.(\\d{1,9}))?([a-z\u00b5]+)");

  private DurationText() {}

  /**
   * @throws IllegalArgumentException with a message for the user if it is no duration
   */
  public static Duration parse(String text) {
    if (text.equals("0")) {
      return Duration.ZERO;
    }
    Matcher part = PART.matcher(text);
    Duration sum = Duration.ZERO;
    int end = 0;
    while (end < text.length() && part.region(end, text.length()).lookingAt()) {
      sum = sum.plus(value(part, text));
      end = part.end();
    }
    if (end == 0 || end < text.length()) {
      throw refused(text);
    }
    return sum;
  }

  /** The way back, with the largest unit that divides it. */
  public static String format(Duration duration) {
    long nanos = duration.toNanos();
    for (String unit : new String[] {"d", "h", "m", "s", "ms", "us"}) {
      if (nanos != 0 && nanos % unitNanos(unit, unit) == 0) {
        return nanos / unitNanos(unit, unit) + unit;
      }
    }
    return nanos + "ns";
  }

  private static Duration value(Matcher part, String text) {
    long unitNanos = unitNanos(part.group(3), text);
    try {
      long whole = Math.multiplyExact(Long.parseLong(part.group(1)), unitNanos);
      String decimals = part.group(2);
      long rest =
          decimals == null
              ? 0
              : (long) (Long.parseLong(decimals) / Math.pow(10, decimals.length()) * unitNanos);
      return Duration.ofNanos(Math.addExact(whole, rest));
    } catch (ArithmeticException | NumberFormatException e) {
      throw refused(text);
    }
  }

  private static long unitNanos(String unit, String text) {
    switch (unit) {
      case "ns":
        return 1;
      case "us":
      case "\u00b5s":
        return 1_000;
      case "ms":
        return 1_000_000;
      case "s":
        return 1_000_000_000;
      case "m":
        return 60_000_000_000L;
      case "h":
        return 3_600_000_000_000L;
      case "d":
        return 86_400_000_000_000L;
      default:
        throw refused(text);
    }
  }

  private static IllegalArgumentException refused(String text) {
    return new IllegalArgumentException(
        "expected a duration with a unit, such as 500ms, 10s or 1m30s, found \"" + text + "\"");
  }
}
