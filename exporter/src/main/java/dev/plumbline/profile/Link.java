package dev.plumbline.profile;

/**
 * Trace id and span id of a sample, each as big-endian words. {@link #NONE} is "no link"; a link
 * with ids has both ids non-zero. Immutable.
 */
public final class Link {
  public static final Link NONE = new Link(0, 0, 0);

  private final long traceIdHigh;
  private final long traceIdLow;
  private final long spanId;

  private Link(long traceIdHigh, long traceIdLow, long spanId) {
    this.traceIdHigh = traceIdHigh;
    this.traceIdLow = traceIdLow;
    this.spanId = spanId;
  }

  /**
   * @throws IllegalArgumentException if the trace id or the span id is zero
   */
  public static Link of(long traceIdHigh, long traceIdLow, long spanId) {
    if ((traceIdHigh | traceIdLow) == 0 || spanId == 0) {
      throw new IllegalArgumentException("a link needs a trace id and a span id that are not zero");
    }
    return new Link(traceIdHigh, traceIdLow, spanId);
  }

  /** First eight bytes of the trace id, big-endian. */
  public long traceIdHigh() {
    return traceIdHigh;
  }

  /** Last eight bytes of the trace id, big-endian. */
  public long traceIdLow() {
    return traceIdLow;
  }

  /** The span id, big-endian. */
  public long spanId() {
    return spanId;
  }

  public boolean isNone() {
    return (traceIdHigh | traceIdLow | spanId) == 0;
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof Link)) {
      return false;
    }
    Link that = (Link) other;
    return traceIdHigh == that.traceIdHigh
        && traceIdLow == that.traceIdLow
        && spanId == that.spanId;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(traceIdHigh) * 31 + Long.hashCode(traceIdLow) * 17 + Long.hashCode(spanId);
  }

  @Override
  public String toString() {
    return String.format("%016x%016x/%016x", traceIdHigh, traceIdLow, spanId);
  }
}
