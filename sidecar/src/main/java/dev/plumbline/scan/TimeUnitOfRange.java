package dev.plumbline.scan;

import dev.plumbline.store.segment.WindowRow;

/**
 * The unit in which a query counts time: fine enough to average over, and coarse enough that a
 * tebibyte over the whole range fits into 63 bits. Immutable.
 *
 * @param nanos a power of ten, from a millisecond up
 */
public record TimeUnitOfRange(long nanos) {
  private static final long NANOS_OF_MILLI = 1_000_000;
  private static final long MAX_UNITS = 4_000_000;

  public static TimeUnitOfRange of(Selection selection) {
    return of(selection.untilMillis() - selection.fromMillis());
  }

  public static TimeUnitOfRange of(long rangeMillis) {
    long nanos = NANOS_OF_MILLI;
    while (rangeMillis / (nanos / NANOS_OF_MILLI) > MAX_UNITS) {
      nanos *= 10;
    }
    return new TimeUnitOfRange(nanos);
  }

  /** A moment, rounded, so that windows that touch each other still do. */
  public long ofNanos(long unixNanos) {
    return Math.floorDiv(unixNanos + nanos / 2, nanos);
  }

  public long startOf(WindowRow window) {
    return ofNanos(window.startUnixNanos());
  }

  /** At least one unit after the start. */
  public long endOf(WindowRow window) {
    return Math.max(startOf(window) + 1, ofNanos(window.startUnixNanos() + window.coveredNanos()));
  }

  public long toMillis(long units) {
    return units * (nanos / NANOS_OF_MILLI);
  }
}
