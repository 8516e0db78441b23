package dev.plumbline.export.settings;

import java.time.Duration;

/** The checks that settings share, with one form of message. */
final class Bounds {
  private Bounds() {}

  static void positive(String subject, Duration actual) {
    if (actual.isNegative() || actual.isZero()) {
      throw new IllegalArgumentException(subject + " is " + actual + ", expected above 0");
    }
  }

  static void atLeast(String subject, long actual, long least) {
    if (actual < least) {
      throw new IllegalArgumentException(
          subject + " is " + actual + ", expected at least " + least);
    }
  }

  static void atMost(String subject, long actual, long most) {
    if (actual > most) {
      throw new IllegalArgumentException(subject + " is " + actual + ", expected at most " + most);
    }
  }
}
