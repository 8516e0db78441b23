package dev.plumbline.it.app;

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Waits on two monitors, each held by a thread of its own for longer than any threshold: the waits
 * of {@link #enterLonger} and {@link #enterShorter} are summed by {@code nanoTime}.
 */
final class LockSplit implements Runnable {
  private static final long LONGER_MILLIS = 60;
  private static final long SHORTER_MILLIS = 30;

  /** Between two waits for the shorter one; the longer one is waited for all the time. */
  private static final long SHORTER_PAUSE_MILLIS = 60;

  private final long endNanos;

  LockSplit(long endNanos) {
    this.endNanos = endNanos;
  }

  @Override
  public void run() {
    final Contention longer = new Contention("longer", LONGER_MILLIS, 0, endNanos);
    final Contention shorter =
        new Contention("shorter", SHORTER_MILLIS, SHORTER_PAUSE_MILLIS, endNanos);
    final Thread waiter =
        new Thread(() -> longer.runWaiter(() -> enterLonger(longer)), "split-lock-longer");
    waiter.setDaemon(true);
    waiter.start();
    shorter.runWaiter(() -> enterShorter(shorter));
    try {
      waiter.join();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return;
    }
    final long inLonger = longer.waitedNanos.get();
    final long total = inLonger + shorter.waitedNanos.get();
    Truth.share("lock.longer", inLonger, total);
    Truth.amount("lock.nanos", total);
  }

  private static void enterLonger(Contention contention) {
    contention.enter();
  }

  private static void enterShorter(Contention contention) {
    contention.enter();
  }

  /** One monitor, one thread that holds it for a while again and again, one that wants it. */
  private static final class Contention {
    private final Object monitor = new Object();
    private final Semaphore held = new Semaphore(0);
    private final Semaphore entered = new Semaphore(1);
    private final AtomicLong waitedNanos = new AtomicLong();
    private final String name;
    private final long holdMillis;
    private final long pauseMillis;
    private final long endNanos;

    Contention(String name, long holdMillis, long pauseMillis, long endNanos) {
      this.name = name;
      this.holdMillis = holdMillis;
      this.pauseMillis = pauseMillis;
      this.endNanos = endNanos;
    }

    void runWaiter(Runnable enter) {
      final Thread holder = new Thread(this::hold, "split-lock-holder-" + name);
      holder.setDaemon(true);
      holder.start();
      while (System.nanoTime() < endNanos) {
        held.acquireUninterruptibly();
        enter.run();
        entered.release();
      }
      holder.interrupt();
    }

    private void hold() {
      try {
        while (true) {
          entered.acquire();
          Thread.sleep(pauseMillis);
          synchronized (monitor) {
            held.release();
            Thread.sleep(holdMillis);
          }
        }
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
    }

    private void enter() {
      final long start = System.nanoTime();
      synchronized (monitor) {
        waitedNanos.addAndGet(System.nanoTime() - start);
      }
    }
  }
}
