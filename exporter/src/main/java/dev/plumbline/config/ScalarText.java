package dev.plumbline.config;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/**
 * The texts of scalars as values. Each method throws {@link IllegalArgumentException} with a
 * message for the user: what was expected and what was found.
 */
public final class ScalarText {
  private static final int SHOWN_LENGTH = 80;

  private ScalarText() {}

  static Boolean truth(String text) {
    switch (text.toLowerCase(Locale.ROOT)) {
      case "true":
      case "t":
      case "1":
        return true;
      case "false":
      case "f":
      case "0":
        return false;
      default:
        throw new IllegalArgumentException("expected true or false, found " + shown(text));
    }
  }

  static long number(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("expected a whole number, found " + shown(text), e);
    }
  }

  static long inRange(long value, String text, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "expected " + least + " to " + most + ", found " + shown(text));
    }
    return value;
  }

  static Duration inRange(Duration value, String text, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          "expected "
              + DurationText.format(least)
              + " to "
              + DurationText.format(most)
              + ", found "
              + shown(text));
    }
    return value;
  }

  static <T> T choose(String text, Map<String, T> values) {
    T value = values.get(text.toLowerCase(Locale.ROOT));
    if (value == null) {
      String nearest = NearestName.of(text, values.keySet());
      throw new IllegalArgumentException(
          "expected "
              + String.join(" or ", values.keySet())
              + ", found "
              + shown(text)
              + (NearestName.isSlip(text, nearest) ? "; the nearest is " + nearest : ""));
    }
    return value;
  }

  /** A value in a message, quoted and cut. */
  public static String shown(String text) {
    return "\""
        + (text.length() > SHOWN_LENGTH ? text.substring(0, SHOWN_LENGTH) + "..." : text)
        + "\"";
  }
}
