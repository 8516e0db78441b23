package dev.plumbline.store;

import dev.plumbline.export.ProfileExporter;
import dev.plumbline.profile.ProfileWindow;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Windows on their way to the writer, bounded in estimated bytes and in number; a window that finds
 * no room is refused. A bound in samples would not do: one whose stack is like no other takes a
 * hundred times the memory of one that shares its frames. Thread-safe.
 */
final class StoreQueue {
  /** A part of the heap, whatever it is: 32 MiB of the default's 256. */
  static final long MAX_BYTES = Runtime.getRuntime().maxMemory() / 8;

  static final int MAX_WINDOWS = 2_000;

  private final long maxBytes;
  private final Object lock = new Object();
  private final Deque<Waiting> waiting = new ArrayDeque<>();
  private long bytes;
  private boolean closed;

  /**
   * @param maxBytes of all windows together, as {@link ProfileExporter#estimateBytes} has it
   */
  StoreQueue(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  private record Waiting(ProfileWindow window, long bytes) {}

  /** What became of an offer. */
  enum Offer {
    TAKEN,
    FULL,
    CLOSED
  }

  /** A single window is taken whatever its size if the queue is empty. */
  Offer offer(ProfileWindow window) {
    long more = ProfileExporter.estimateBytes(window);
    synchronized (lock) {
      if (closed) {
        return Offer.CLOSED;
      }
      boolean full = bytes + more > maxBytes || waiting.size() >= MAX_WINDOWS;
      if (full && !waiting.isEmpty()) {
        return Offer.FULL;
      }
      waiting.add(new Waiting(window, more));
      bytes += more;
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
      while (waiting.isEmpty() && !closed && left > 0) {
        TimeUnit.NANOSECONDS.timedWait(lock, left);
        left = deadline - System.nanoTime();
      }
      Waiting next = waiting.poll();
      if (next == null) {
        return null;
      }
      bytes -= next.bytes;
      return next.window;
    }
  }

  /** Takes no more; what is there can still be taken. */
  void close() {
    synchronized (lock) {
      closed = true;
      lock.notifyAll();
    }
  }

  /** Of what waits, about. */
  long bytes() {
    synchronized (lock) {
      return bytes;
    }
  }

  boolean isDrained() {
    synchronized (lock) {
      return closed && waiting.isEmpty();
    }
  }
}
