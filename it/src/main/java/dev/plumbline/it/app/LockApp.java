package dev.plumbline.it.app;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lock contention of three kinds, measured by the waiting threads themselves. Usage: {@code LockApp
 * free|monitor|reentrant SECONDS THRESHOLD_MILLIS}:
 *
 * <ul>
 *   <li>{@code free}: four threads, sections of 2 µs, 1 ms apart: nearly no contention
 *   <li>{@code monitor}: three threads sleep 50 ms in a synchronized section
 *   <li>{@code reentrant}: the same with a ReentrantLock, and a thread that waits on a Condition
 * </ul>
 *
 * Prints the sum of the waits that reached the threshold, and how often sections were passed. It
 * wants the profiler there before {@code main}, and its last window after it.
 */
public final class LockApp {
  private static final long HOLD_MILLIS = 50;

  private final AtomicLong waitedNanos = new AtomicLong();
  private final AtomicLong passes = new AtomicLong();
  private final Ticket monitor = new Ticket();
  private final TicketLock lock = new TicketLock();
  private final long endNanos;
  private final long thresholdNanos;

  private LockApp(long endNanos, long thresholdNanos) {
    this.endNanos = endNanos;
    this.thresholdNanos = thresholdNanos;
  }

  public static void main(String[] args) throws InterruptedException {
    final LockApp app =
        new LockApp(
            System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(args[1])),
            TimeUnit.MILLISECONDS.toNanos(Long.parseLong(args[2])));
    app.run(args[0]);
    Truth.amount("waited.nanos", app.waitedNanos.get());
    Truth.amount("passes", app.passes.get());
  }

  private void run(String kind) throws InterruptedException {
    switch (kind) {
      case "free":
        runThreads(4, this::passFreeSection);
        break;
      case "monitor":
        runThreads(3, this::passMonitor);
        break;
      case "reentrant":
        waitOnCondition();
        runThreads(3, this::passReentrantLock);
        break;
      default:
        throw new IllegalArgumentException(kind);
    }
  }

  private void runThreads(int count, Runnable pass) throws InterruptedException {
    pass.run(); // else the threads also wait for each other to initialize classes, unmeasured
    final List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      final Thread thread =
          new Thread(
              () -> {
                while (System.nanoTime() < endNanos) {
                  pass.run();
                  passes.incrementAndGet();
                }
              },
              "contender-" + i);
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private void passFreeSection() {
    LockSupport.parkNanos(1_000_000);
    final long start = System.nanoTime();
    synchronized (monitor) {
      countWait(start);
      final long leave = System.nanoTime() + 2_000;
      while (System.nanoTime() < leave) {
        Thread.onSpinWait();
      }
    }
  }

  private void passMonitor() {
    final long start = System.nanoTime();
    synchronized (monitor) {
      countWait(start);
      hold();
    }
  }

  private void passReentrantLock() {
    final long start = System.nanoTime();
    lock.lock();
    try {
      countWait(start);
      hold();
    } finally {
      lock.unlock();
    }
  }

  /** A thread that waits to be told something, which is no contention. */
  private void waitOnCondition() {
    final ReentrantLock other = new ReentrantLock();
    final Condition never = other.newCondition();
    final Thread waiter =
        new Thread(
            () -> {
              other.lock();
              try {
                while (System.nanoTime() < endNanos) {
                  never.awaitUninterruptibly();
                }
              } finally {
                other.unlock();
              }
            },
            "condition-waiter");
    waiter.setDaemon(true);
    waiter.start();
  }

  private void countWait(long startNanos) {
    final long waited = System.nanoTime() - startNanos;
    if (waited >= thresholdNanos) {
      waitedNanos.addAndGet(waited);
    }
  }

  private static void hold() {
    try {
      Thread.sleep(HOLD_MILLIS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Its name is the lock class of the monitor's samples. */
  private static final class Ticket {}

  /** Its name is the lock class of the ReentrantLock's samples. */
  private static final class TicketLock extends ReentrantLock {
    private static final long serialVersionUID = 1L;
  }
}
