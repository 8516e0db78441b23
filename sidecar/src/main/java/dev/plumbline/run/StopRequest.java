package dev.plumbline.run;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The wish that a run ends, from a signal or a time-out. Thread-safe. */
public final class StopRequest {
  /** How a run waits. Blocking; a test has one that moves its clock. */
  @FunctionalInterface
  public interface Pause {
    /** True as soon as the end is wished for, false when the time is over. */
    boolean untilStop(long nanos) throws InterruptedException;
  }

  private final CountDownLatch wished = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);

  /** Any thread, any number of times. */
  public void request() {
    wished.countDown();
  }

  public boolean isRequested() {
    return wished.getCount() == 0;
  }

  /** Waits for the wish, at most that long. */
  public boolean untilStop(long nanos) throws InterruptedException {
    return wished.await(nanos, TimeUnit.NANOSECONDS);
  }

  /** The run has ended and flushed. */
  public void markEnded() {
    ended.countDown();
  }

  /** For a hook that must let the run end first; false when the time is over. */
  public boolean untilEnded(long millis) throws InterruptedException {
    return ended.await(millis, TimeUnit.MILLISECONDS);
  }
}
