package dev.plumbline.it.app;

import java.util.Locale;

/**
 * What an application measured about itself, as lines {@code truth KEY VALUE} that a test reads.
 */
final class Truth {
  private Truth() {}

  static void share(String key, long part, long whole) {
    System.out.printf(Locale.ROOT, "truth %s %.5f%n", key, (double) part / whole);
  }

  static void amount(String key, long value) {
    System.out.printf(Locale.ROOT, "truth %s %d%n", key, value);
  }
}
