package dev.plumbline.jfr;

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A program that knows where its CPU time, allocations and waits go, and prints it. */
final class KnownSplit {
  static volatile long sink;
  static volatile Object kept;

  private KnownSplit() {}

  public static void main(String[] arguments) throws Exception {
    long millis = Long.parseLong(arguments[1]);
    switch (arguments[0]) {
      case "cpu":
        cpu(millis);
        break;
      case "alloc":
        alloc(Long.parseLong(arguments[1]));
        break;
      case "lock":
        lock((int) millis);
        break;
      default:
        throw new IllegalArgumentException(arguments[0]);
    }
  }

  private static void cpu(long millis) {
    long heavy = 0;
    long light = 0;
    for (long end = CpuTime.in(millis); CpuTime.now() < end; ) {
      long start = CpuTime.now();
      heavy();
      long between = CpuTime.now();
      light();
      heavy += between - start;
      light += CpuTime.now() - between;
    }
    System.out.println("heavy=" + heavy);
    System.out.println("light=" + light);
  }

  private static void heavy() {
    burn(3_000_000);
  }

  private static void light() {
    burn(1_000_000);
  }

  private static void burn(int rounds) {
    long x = sink;
    for (int i = 0; i < rounds; i++) {
      x = x * 31 + (x >>> 7) + i;
    }
    sink = x;
  }

  private static void alloc(long megabytes) {
    long small = 0;
    long large = 0;
    while (small + large < megabytes << 20) {
      small += small();
      large += large();
    }
    System.out.println("small=" + small);
    System.out.println("large=" + large);
  }

  private static long small() {
    for (int i = 0; i < 30_000; i++) {
      kept = new byte[16];
    }
    return 30_000 * 32L;
  }

  private static long large() {
    for (int i = 0; i < 5; i++) {
      kept = new byte[64 << 10];
    }
    return 5 * ((64 << 10) + 16L);
  }

  /** Waits of 50 ms on a monitor, a lock and a semaphore, short ones, and waits for a signal. */
  private static void lock(int rounds) throws Exception {
    AtomicLong monitorNanos = new AtomicLong();
    AtomicLong lockNanos = new AtomicLong();
    AtomicLong semaphoreNanos = new AtomicLong();
    Object monitor = new Object();
    ReentrantLock lock = new ReentrantLock(true);
    Semaphore semaphore = new Semaphore(1, true);
    run(
        3,
        rounds,
        () -> {
          long start = System.nanoTime();
          synchronized (monitor) {
            monitorNanos.addAndGet(overThreshold(System.nanoTime() - start));
            Thread.sleep(50);
          }
        });
    run(
        3,
        rounds,
        () -> {
          long start = System.nanoTime();
          lock.lock();
          lockNanos.addAndGet(overThreshold(System.nanoTime() - start));
          Thread.sleep(50);
          lock.unlock();
        });
    run(
        3,
        rounds,
        () -> {
          long start = System.nanoTime();
          semaphore.acquire();
          semaphoreNanos.addAndGet(overThreshold(System.nanoTime() - start));
          Thread.sleep(50);
          semaphore.release();
        });
    Object shortMonitor = new Object();
    run(
        4,
        rounds * 200,
        () -> {
          synchronized (shortMonitor) {
            burn(2_000);
          }
        });
    Condition condition = lock.newCondition();
    run(
        2,
        rounds,
        () -> {
          lock.lock();
          condition.awaitNanos(30_000_000);
          lock.unlock();
        });
    System.out.println("monitor=" + monitorNanos);
    System.out.println("lock=" + lockNanos);
    System.out.println("semaphore=" + semaphoreNanos);
  }

  private static long overThreshold(long nanos) {
    return nanos >= 10_000_000 ? nanos : 0;
  }

  private static void run(int threads, int rounds, Step step) throws InterruptedException {
    Thread[] all = new Thread[threads];
    for (int i = 0; i < threads; i++) {
      all[i] =
          new Thread(
              () -> {
                try {
                  for (int round = 0; round < rounds; round++) {
                    step.run();
                  }
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              });
      all[i].start();
    }
    for (Thread thread : all) {
      thread.join();
    }
  }

  private interface Step {
    void run() throws InterruptedException;
  }
}
