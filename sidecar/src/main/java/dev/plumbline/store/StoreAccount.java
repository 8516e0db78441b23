package dev.plumbline.store;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What became of the samples that were handed to the store: accepted = stored + dropped + held, at
 * every moment. What a corrupt file held is counted apart, since it had been stored before.
 * Thread-safe.
 */
final class StoreAccount {
  private final Object lock = new Object();
  private long accepted;
  private long stored;
  private long gone;
  private final Map<StoreDrop, Long> dropped = new EnumMap<>(StoreDrop.class);
  private final AtomicLong corruptFiles = new AtomicLong();
  private final AtomicLong expiredWindows = new AtomicLong();
  private final AtomicLong lostWindows = new AtomicLong();

  StoreAccount() {
    for (StoreDrop drop : StoreDrop.values()) {
      dropped.put(drop, 0L);
    }
  }

  void accepted(long samples) {
    synchronized (lock) {
      accepted += samples;
    }
  }

  void stored(long samples) {
    synchronized (lock) {
      stored += samples;
      lock.notifyAll();
    }
  }

  void dropped(StoreDrop drop, long samples) {
    synchronized (lock) {
      dropped.merge(drop, samples, Long::sum);
      gone += samples;
      lock.notifyAll();
    }
  }

  /** A file was set aside; its windows can no longer be read. */
  void corruptFile(long windows) {
    corruptFiles.incrementAndGet();
    lostWindows.addAndGet(windows);
  }

  void expired(long windows) {
    expiredWindows.addAndGet(windows);
  }

  long lostWindows() {
    return lostWindows.get();
  }

  /** Waits until nothing is held, at most so long; whether nothing is. */
  boolean awaitNothingHeld(long timeoutNanos) throws InterruptedException {
    long deadline = System.nanoTime() + timeoutNanos;
    synchronized (lock) {
      while (accepted != stored + gone) {
        long left = deadline - System.nanoTime();
        if (left <= 0) {
          return false;
        }
        TimeUnit.NANOSECONDS.timedWait(lock, left);
      }
      return true;
    }
  }

  StoreCounts counts() {
    synchronized (lock) {
      return new StoreCounts(
          accepted,
          stored,
          Map.copyOf(dropped),
          accepted - stored - gone,
          corruptFiles.get(),
          lostWindows.get(),
          expiredWindows.get());
    }
  }
}
