package dev.plumbline.it.app;

import java.util.concurrent.CountDownLatch;

/**
 * CPU time, allocated bytes and lock waits in known proportions. Usage: {@code SplitApp SECONDS
 * [IDLE_SECONDS_BEFORE]}. Each part measures itself and prints its shares at the end:
 *
 * <ul>
 *   <li>{@code cpu.heavy}: thread CPU time of {@link CpuSplit#heavy} among that of all its work
 *   <li>{@code alloc.large}: bytes of {@link AllocationSplit#large} among all its bytes
 *   <li>{@code lock.longer}: wait of {@link LockSplit#enterLonger} among both waits
 * </ul>
 */
public final class SplitApp {
  private SplitApp() {}

  public static void main(String[] args) throws InterruptedException {
    final long runNanos = (long) (Double.parseDouble(args[0]) * 1e9);
    // Time in which nothing is worth a sample, so that the profiler is there when work begins.
    Thread.sleep(args.length > 1 ? (long) (Double.parseDouble(args[1]) * 1e3) : 0);

    final long endNanos = System.nanoTime() + runNanos;
    final CountDownLatch done = new CountDownLatch(3);
    start("split-cpu", new CpuSplit(endNanos, runNanos * 4 / 5), done);
    start("split-alloc", new AllocationSplit(endNanos), done);
    start("split-lock", new LockSplit(endNanos), done);
    done.await();
  }

  private static void start(String name, Runnable part, CountDownLatch done) {
    final Thread thread =
        new Thread(
            () -> {
              try {
                part.run();
              } finally {
                done.countDown();
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
  }
}
