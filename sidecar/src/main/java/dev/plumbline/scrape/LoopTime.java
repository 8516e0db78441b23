package dev.plumbline.scrape;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** How a loop sees time and its end. */
interface LoopTime {
  long nanoTime();

  /** Waits that long; true as soon as the end is wished for. */
  boolean awaitEnd(long nanos) throws InterruptedException;

  /** Wishes for the end. Any thread. */
  void end();

  /** Of the system. */
  static LoopTime system() {
    CountDownLatch ended = new CountDownLatch(1);
    return new LoopTime() {
      @Override
      public long nanoTime() {
        return System.nanoTime();
      }

      @Override
      public boolean awaitEnd(long nanos) throws InterruptedException {
        return ended.await(Math.max(0, nanos), TimeUnit.NANOSECONDS);
      }

      @Override
      public void end() {
        ended.countDown();
      }
    };
  }
}
