package dev.plumbline.agent.settings;

import java.util.Locale;

/** Reads the text of a setting's value. Stateless. */
final class SettingText {
  private SettingText() {}

  /**
   * The number that the text means: nanoseconds, bytes, a count, 1 or 0 for a flag, 0 for text.
   *
   * @throws IllegalArgumentException if the text is not of the kind; the message says only what was
   *     expected
   */
  static long number(SettingKind kind, String text) {
    String word = text.trim().toLowerCase(Locale.ROOT);
    switch (kind) {
      case FLAG:
        return flag(kind, word);
      case DURATION:
        return nanos(kind, word);
      case DURATION_OR_OFF:
        return isOff(word) ? 0 : aboveZero(kind, nanos(kind, word));
      case SIZE:
        return aboveZero(kind, bytes(kind, word));
      case SIZE_OR_OFF:
        return isOff(word) ? 0 : aboveZero(kind, bytes(kind, word));
      case COUNT:
        return aboveZero(kind, scaled(kind, word, 1));
      default:
        return 0;
    }
  }

  private static boolean isOff(String word) {
    return word.equals("off") || word.equals("false") || word.equals("0");
  }

  private static long flag(SettingKind kind, String word) {
    if (word.equals("true") || word.equals("on") || word.equals("yes") || word.equals("1")) {
      return 1;
    }
    if (isOff(word) || word.equals("no")) {
      return 0;
    }
    throw unexpected(kind);
  }

  private static long nanos(SettingKind kind, String word) {
    if (word.equals("0")) {
      return 0;
    }
    if (word.endsWith("ns")) {
      return scaled(kind, word.substring(0, word.length() - 2), 1);
    }
    if (word.endsWith("us")) {
      return scaled(kind, word.substring(0, word.length() - 2), 1_000);
    }
    if (word.endsWith("ms")) {
      return scaled(kind, word.substring(0, word.length() - 2), 1_000_000);
    }
    if (word.endsWith("s")) {
      return scaled(kind, word.substring(0, word.length() - 1), 1_000_000_000L);
    }
    if (word.endsWith("m")) {
      return scaled(kind, word.substring(0, word.length() - 1), 60_000_000_000L);
    }
    if (word.endsWith("h")) {
      return scaled(kind, word.substring(0, word.length() - 1), 3_600_000_000_000L);
    }
    throw unexpected(kind);
  }

  private static long bytes(SettingKind kind, String word) {
    String digits = word.endsWith("b") ? word.substring(0, word.length() - 1) : word;
    digits = digits.endsWith("i") ? digits.substring(0, digits.length() - 1) : digits;
    if (digits.endsWith("k")) {
      return scaled(kind, digits.substring(0, digits.length() - 1), 1L << 10);
    }
    if (digits.endsWith("m")) {
      return scaled(kind, digits.substring(0, digits.length() - 1), 1L << 20);
    }
    if (digits.endsWith("g")) {
      return scaled(kind, digits.substring(0, digits.length() - 1), 1L << 30);
    }
    return scaled(kind, digits, 1);
  }

  private static long scaled(SettingKind kind, String digits, long unit) {
    try {
      long number = Long.parseLong(digits.trim());
      if (number < 0) {
        throw unexpected(kind);
      }
      return Math.multiplyExact(number, unit);
    } catch (NumberFormatException | ArithmeticException ignored) {
      throw unexpected(kind);
    }
  }

  private static long aboveZero(SettingKind kind, long number) {
    if (number == 0) {
      throw unexpected(kind);
    }
    return number;
  }

  private static IllegalArgumentException unexpected(SettingKind kind) {
    return new IllegalArgumentException("expected " + kind.expectation());
  }
}
