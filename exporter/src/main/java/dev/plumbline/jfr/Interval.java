package dev.plumbline.jfr;

/** From when to when a chunk records, by the wall clock. Immutable. */
final class Interval {
  final long startUnixNanos;
  final long endUnixNanos;

  Interval(long startUnixNanos, long endUnixNanos) {
    this.startUnixNanos = startUnixNanos;
    this.endUnixNanos = endUnixNanos;
  }
}
