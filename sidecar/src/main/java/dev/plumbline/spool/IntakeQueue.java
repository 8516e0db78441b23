package dev.plumbline.spool;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What came and is not written yet, bounded in bytes; and the wake-up of the spool's thread.
 * Thread-safe.
 */
final class IntakeQueue {
  /** Estimated bytes, less where the heap is small; one alone may be larger. */
  static final long MAX_BYTES = Math.min(32L << 20, Runtime.getRuntime().maxMemory() / 8);

  private final long maxBytes;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private List<Intake> waiting = new ArrayList<>();
  private long bytes;
  private boolean isWoken;
  private boolean isClosed;

  IntakeQueue(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  long maxBytes() {
    return maxBytes;
  }

  /** False if there is no room, or the end has come. */
  boolean offer(Intake intake) {
    lock.lock();
    try {
      if (isClosed || (bytes > 0 && bytes + intake.bytes() > maxBytes)) {
        return false;
      }
      waiting.add(intake);
      bytes += intake.bytes();
      changed.signalAll();
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** All that wait; empty if nothing does. */
  List<Intake> takeAll() {
    lock.lock();
    try {
      List<Intake> taken = waiting;
      waiting = new ArrayList<>();
      bytes = 0;
      return taken;
    } finally {
      lock.unlock();
    }
  }

  void wake() {
    lock.lock();
    try {
      isWoken = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** From now on nothing is taken. */
  void refuse() {
    lock.lock();
    try {
      isClosed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  boolean isClosed() {
    lock.lock();
    try {
      return isClosed;
    } finally {
      lock.unlock();
    }
  }

  /** Until something waits, a wake-up, or the time is over. */
  void await(long nanos) throws InterruptedException {
    lock.lock();
    try {
      long left = nanos;
      while (waiting.isEmpty() && !isWoken && !isClosed && left > 0) {
        left = changed.awaitNanos(left);
      }
      isWoken = false;
    } finally {
      lock.unlock();
    }
  }
}
