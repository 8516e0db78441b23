package dev.plumbline.agent;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Asks the loop to end, once, and tells when it has. Thread-safe. */
final class StopSignal {
  private final CountDownLatch requested = new CountDownLatch(1);
  private final CountDownLatch done = new CountDownLatch(1);
  private volatile boolean jvmExits;

  void request(Cause cause) {
    jvmExits = jvmExits || cause == Cause.JVM_EXIT;
    requested.countDown();
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
