package dev.plumbline.store;

import dev.plumbline.profile.ProfileWindow;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Windows on their way to the writer, bounded in samples and in number; a window that finds no room
 * is refused. Thread-safe.
 */
final class StoreQueue {
  static final int MAX_SAMPLES = 100_000;
  static final int MAX_WINDOWS = 2_000;

  private final Object lock = new Object();
  private final Deque<ProfileWindow> windows = new ArrayDeque<>();
  private int samples;
  private boolean closed;

  /** What became of an offer. */
  enum Offer {
    TAKEN,
    FULL,
    CLOSED
  }

  /** A single window is taken whatever its size if the queue is empty. */
  Offer offer(ProfileWindow window) {
    int more = window.sampleCount();
    synchronized (lock) {
      if (closed) {
        return Offer.CLOSED;
      }
      boolean full = samples + more > MAX_SAMPLES || windows.size() >= MAX_WINDOWS;
      if (full && !windows.isEmpty()) {
        return Offer.FULL;
      }
      windows.add(window);
      samples += more;
      lock.notifyAll();
      return Offer.TAKEN;
    }
  }

  /**
   * The next window; waits for one at most so long.
   *
   * @return null if none came in time, or if the queue is closed and empty
   */
  @Nullable ProfileWindow take(long waitMillis) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMillis);
    synchronized (lock) {
      long left = deadline - System.nanoTime();
      while (windows.isEmpty() && !closed && left > 0) {
        TimeUnit.NANOSECONDS.timedWait(lock, left);
        left = deadline - System.nanoTime();
      }
      ProfileWindow window = windows.poll();
      if (window != null) {
        samples -= window.sampleCount();
      }
      return window;
    }
  }

  /** Takes no more; what is there can still be taken. */
  void close() {
    synchronized (lock) {
      closed = true;
      lock.notifyAll();
    }
  }

  boolean isDrained() {
    synchronized (lock) {
      return closed && windows.isEmpty();
    }
  }
}
