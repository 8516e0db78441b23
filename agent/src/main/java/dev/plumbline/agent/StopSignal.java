package dev.plumbline.agent;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Asks the loop to end, once, tells how much time is left for that, and when it has. Thread-safe.
 */
final class StopSignal {
  /** What the end may take for the last window, design §10. */
  static final long DEFAULT_EXIT_NANOS = 2_000_000_000L;

  private final LongSupplier nanoTime;
  private final CountDownLatch requested = new CountDownLatch(1);
  private final CountDownLatch done = new CountDownLatch(1);
  private volatile long exitNanos = DEFAULT_EXIT_NANOS;
  private volatile long requestNanos;
  private volatile boolean jvmExits;

  /**
   * @param nanoTime a clock that never jumps
   */
  StopSignal(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Lets the end take that long, from the request on. */
  void allow(long newExitNanos) {
    exitNanos = newExitNanos;
  }

  long exitNanos() {
    return exitNanos;
  }

  synchronized void request(Cause cause) {
    jvmExits = jvmExits || cause == Cause.JVM_EXIT;
    if (!isRequested()) {
      requestNanos = nanoTime.getAsLong();
      requested.countDown();
    }
  }

  /** Why the loop ends. */
  enum Cause {
    /** The JVM ends: async-profiler stops by itself. */
    JVM_EXIT,
    /** The application goes on without us. */
    STOP
  }

  /** True once the end is asked for. */
  boolean await(long timeoutNanos) throws InterruptedException {
    return requested.await(timeoutNanos, TimeUnit.NANOSECONDS);
  }

  boolean isRequested() {
    return requested.getCount() == 0;
  }

  /** What is left of the time for the end; all of it if nobody has asked for the end. */
  long remainingNanos() {
    return isRequested()
        ? Math.max(0, exitNanos - (nanoTime.getAsLong() - requestNanos))
        : exitNanos;
  }

  boolean jvmExits() {
    return jvmExits;
  }

  void markDone() {
    done.countDown();
  }

  /** False if the time was not enough. */
  boolean awaitDone(long timeoutNanos) throws InterruptedException {
    return done.await(timeoutNanos, TimeUnit.NANOSECONDS);
  }
}
