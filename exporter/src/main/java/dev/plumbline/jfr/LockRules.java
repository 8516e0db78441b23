package dev.plumbline.jfr;

/** Which waits for locks are counted, and what each stands for. Immutable. */
public final class LockRules {
  /** A threshold that no wait reaches. */
  public static final long NEVER = Long.MAX_VALUE;

  /** A wait of an hour times this is still a number. */
  public static final int MAX_EVERY = 1_000_000;

  private static final long MAX_NANOS = Integer.MAX_VALUE * 1000L;

  private final long parkNanos;
  private final long nativeNanos;
  private final long monitorNanos;
  private final int monitorEvery;

  private LockRules(long parkNanos, long nativeNanos, long monitorNanos, int monitorEvery) {
    this.parkNanos = checked("park", parkNanos);
    this.nativeNanos = checked("native", nativeNanos);
    this.monitorNanos = checked("monitor", monitorNanos);
    this.monitorEvery = monitorEvery;
    if (monitorEvery < 1 || monitorEvery > MAX_EVERY) {
      throw new IllegalArgumentException(
          "monitor every is " + monitorEvery + ", expected 1 to " + MAX_EVERY);
    }
  }

  private static long checked(String name, long nanos) {
    if (nanos < 0 || (nanos > MAX_NANOS && nanos != NEVER)) {
      throw new IllegalArgumentException(
          name + " threshold is " + nanos + ", expected 0 to 2^31 thousand");
    }
    return nanos;
  }

  /** All that take so long. */
  public static LockRules ofThreshold(long nanos) {
    return new LockRules(nanos, nanos, nanos, 1);
  }

  /** Of parked threads. */
  public LockRules withPark(long nanos) {
    return new LockRules(nanos, nativeNanos, monitorNanos, monitorEvery);
  }

  /** Of mutexes of native code. */
  public LockRules withNative(long nanos) {
    return new LockRules(parkNanos, nanos, monitorNanos, monitorEvery);
  }

  /**
   * Of monitors.
   *
   * @param every that one of so many is kept and stands for all of them; 1 keeps each
   */
  public LockRules withMonitor(long nanos, int every) {
    return new LockRules(parkNanos, nativeNanos, nanos, every);
  }

  /**
   * Parked threads that waited shorter are not counted: the profiler samples those in proportion to
   * their sum. {@link #NEVER} counts none.
   */
  public long parkNanos() {
    return parkNanos;
  }

  /** As {@link #parkNanos}, of mutexes of native code. */
  public long nativeNanos() {
    return nativeNanos;
  }

  /** As {@link #parkNanos}, of monitors. */
  public long monitorNanos() {
    return monitorNanos;
  }

  public int monitorEvery() {
    return monitorEvery;
  }
}
