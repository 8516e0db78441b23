package dev.plumbline.it.bars;

import java.util.Arrays;
import java.util.Locale;

/**
 * A median with the interval that contains the true median with 95 % confidence, by order
 * statistics: no assumption about how values scatter.
 */
record Measured(String what, int count, double median, double low, double high) {
  private static final double NORMAL_95 = 1.96;

  static Measured of(String what, double... values) {
    final double[] sorted = values.clone();
    Arrays.sort(sorted);
    final int n = sorted.length;
    final double half = NORMAL_95 * Math.sqrt(n) / 2;
    final int low = Math.max(0, (int) Math.floor(n / 2.0 - half));
    final int high = Math.min(n - 1, (int) Math.ceil(n / 2.0 + half));
    final double median = n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
    return new Measured(what, n, median, sorted[low], sorted[high]);
  }

  /** Whether a bar that values should not pass upwards holds. */
  boolean staysBelow(double bar) {
    return median <= bar || low <= bar;
  }

  /** Whether a bar that values should reach holds. */
  boolean reaches(double bar) {
    return median >= bar || high >= bar;
  }

  /** Printed, since a bar's figure is wanted whether it holds or not. */
  Measured print() {
    System.out.println(this);
    return this;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%s: median %.4f, 95 %% interval %.4f to %.4f, n=%d",
        what,
        median,
        low,
        high,
        count);
  }
}
