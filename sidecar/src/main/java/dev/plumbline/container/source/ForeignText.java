package dev.plumbline.container.source;

import java.time.Instant;
import java.time.format.DateTimeParseException;

/** Values in the texts of others, where a wrong one is no error but simply not known. */
final class ForeignText {
  private ForeignText() {}

  /** A process id; 0 if it is none. */
  static int pid(String text) {
    try {
      return Math.max(0, Integer.parseInt(text.trim()));
    } catch (NumberFormatException ignored) {
      return 0;
    }
  }

  /** Nanoseconds since 1970 of an RFC 3339 time; 0 if it is none or earlier. */
  static long unixNanos(String text) {
    try {
      Instant time = Instant.parse(text);
      long seconds = Math.multiplyExact(time.getEpochSecond(), 1_000_000_000L);
      return Math.max(0, Math.addExact(seconds, time.getNano()));
    } catch (DateTimeParseException | ArithmeticException ignored) {
      return 0;
    }
  }
}
