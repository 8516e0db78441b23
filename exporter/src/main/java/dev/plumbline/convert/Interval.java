package dev.plumbline.convert;

/**
 * Start and length of a received profile, made whole: a time before the year 2000 is none, and then
 * the window ends at its receipt; a snapshot lasts one nanosecond (case RC-04). Immutable.
 */
final class Interval {
  private static final long YEAR_2000_UNIX_NANOS = 946_684_800_000_000_000L;

  final long startUnixNanos;
  final long durationNanos;
  final boolean isTimed;

  private Interval(long startUnixNanos, long durationNanos, boolean isTimed) {
    this.startUnixNanos = startUnixNanos;
    this.durationNanos = durationNanos;
    this.isTimed = isTimed;
  }

  static Interval of(long timeUnixNanos, long durationNanos, long receivedUnixNanos) {
    boolean lasts = durationNanos > 0 && durationNanos < YEAR_2000_UNIX_NANOS;
    long duration = lasts ? durationNanos : 1;
    return timeUnixNanos >= YEAR_2000_UNIX_NANOS
        ? new Interval(timeUnixNanos, duration, true)
        : new Interval(Math.max(1, receivedUnixNanos - duration), duration, false);
  }
}
