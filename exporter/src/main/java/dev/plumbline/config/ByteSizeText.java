package dev.plumbline.config;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sizes in bytes as users write them: a number, or one with a unit. {@code k m g} and {@code KiB
 * MiB GiB} are powers of 1024, {@code kB MB GB} powers of 1000; case does not matter.
 */
public final class ByteSizeText {
  private static final Pattern SIZE = Pattern.compile("(\\d{1,18})\\s?([a-z]*)");

  private ByteSizeText() {}

  /**
   * @throws IllegalArgumentException with a message for the user if it is no size
   */
  public static long parse(String text) {
    Matcher size = SIZE.matcher(text.toLowerCase(Locale.ROOT));
    if (!size.matches()) {
      throw refused(text);
    }
    try {
      return Math.multiplyExact(Long.parseLong(size.group(1)), unitBytes(size.group(2), text));
    } catch (ArithmeticException e) {
      throw refused(text);
    }
  }

  private static long unitBytes(String unit, String text) {
    switch (unit) {
      case "":
      case "b":
        return 1;
      case "k":
      case "kib":
        return 1L << 10;
      case "m":
      case "mib":
        return 1L << 20;
      case "g":
      case "gib":
        return 1L << 30;
      case "kb":
        return 1_000;
      case "mb":
        return 1_000_000;
      case "gb":
        return 1_000_000_000;
      default:
        throw refused(text);
    }
  }

  private static IllegalArgumentException refused(String text) {
    return new IllegalArgumentException(
        "expected a size in bytes, such as 4194304, 4MiB or 4m, found \"" + text + "\"");
  }
}
