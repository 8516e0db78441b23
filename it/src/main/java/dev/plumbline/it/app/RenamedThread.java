package dev.plumbline.it.app;

import java.time.Instant;

/**
 * One busy thread that takes another name for each task, as pools do. Usage: {@code RenamedThread
 * TASKS MILLIS_EACH}. Prints when each task began, in nanoseconds since the epoch.
 */
public final class RenamedThread {
  private RenamedThread() {}

  public static void main(String[] args) throws InterruptedException {
    final int tasks = Integer.parseInt(args[0]);
    final long millis = Long.parseLong(args[1]);
    final Thread worker =
        new Thread(
            () -> {
              for (int i = 0; i < tasks; i++) {
                Thread.currentThread().setName("task-" + i + "-of-a-long-name");
                Truth.amount("task." + i, unixNanos());
                Spin.millis(millis);
              }
              Truth.amount("task." + tasks, unixNanos());
            });
    worker.start();
    worker.join();
  }

  private static long unixNanos() {
    final Instant now = Instant.now();
    return now.getEpochSecond() * 1_000_000_000L + now.getNano();
  }
}
