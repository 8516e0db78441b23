package dev.plumbline.it.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * An agent that makes a JVM wait a known number of times, for a monitor, a semaphore and a mutex of
 * native code: {@value #LONG_WAITS} times for longer than a threshold ({@link #longWait}) and
 * {@value #SHORT_WAITS} times as short as can be ({@link #shortWait}); how many of the latter took
 * as long as the threshold all the same, as on a busy machine, it says itself. Its argument is a
 * directory with a file {@code waits}, properties {@code library} and {@code threshold}, in
 * nanoseconds. It begins when the file {@code go} is there, and writes {@code done} as its last.
 */
public final class CountedWaits {
  public static final int LONG_WAITS = 8;
  public static final int SHORT_WAITS = 100;

  /** What a long wait is longer than the threshold. */
  private static final long MARGIN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** Between two looks at what is waited for. */
  private static final long LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

  /** Between short waits, so that no brief gap of a profiler swallows many of them. */
  private static final long APART_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private static final Object MONITOR = new Object();
  private static final Semaphore SEMAPHORE = new Semaphore(0);

  private final Path directory;
  private final long thresholdNanos;

  private CountedWaits(Path directory, long thresholdNanos) {
    this.directory = directory;
    this.thresholdNanos = thresholdNanos;
  }

  public static void premain(String directory, @Nullable Instrumentation instrumentation)
      throws IOException {
    final Path place = Path.of(directory);
    final Properties waits = new Properties();
    waits.load(Files.newBufferedReader(place.resolve("waits")));
    System.load(waits.getProperty("library"));
    final CountedWaits counted =
        new CountedWaits(place, Long.parseLong(waits.getProperty("threshold")));
    final Thread thread = new Thread(counted::run, "counted-waits");
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    await(() -> Files.exists(directory.resolve("go")));
    final Properties slow = new Properties();
    slow.setProperty("monitor", waitForMonitor());
    slow.setProperty("semaphore", waitForSemaphore());
    slow.setProperty("mutex", waitForMutex());
    final StringBuilder text = new StringBuilder();
    slow.forEach((kind, count) -> text.append(kind).append('=').append(count).append('\n'));
    try {
      final Path whole = Files.writeString(directory.resolve("done.tmp"), text);
      Files.move(whole, directory.resolve("done"));
    } catch (IOException full) {
      throw new UncheckedIOException(full);
    }
  }

  private String waitForMonitor() {
    return waitAll(
        CountedWaits::enterMonitor,
        (waiter, wait) -> {
          synchronized (MONITOR) {
            waiter.start();
            await(() -> waiter.getState() == Thread.State.BLOCKED);
            wait.run();
          }
        });
  }

  private String waitForSemaphore() {
    return waitAll(
        SEMAPHORE::acquireUninterruptibly,
        (waiter, wait) -> {
          waiter.start();
          await(() -> waiter.getState() == Thread.State.WAITING);
          wait.run();
          SEMAPHORE.release();
        });
  }

  private String waitForMutex() {
    return waitAll(
        () -> {
          lock();
          unlock();
        },
        (waiter, wait) -> {
          lock();
          final int holder = locker();
          waiter.start();
          await(() -> locker() != holder && sleeps(locker()));
          wait.run();
          unlock();
        });
  }

  /**
   * Holds something as long as it is told to, from when the thread that is started waits for it.
   */
  @FunctionalInterface
  private interface Holder {
    void hold(Thread waiter, Runnable wait);
  }

  /**
   * @return how many of the short waits were not
   */
  private String waitAll(Runnable acquire, Holder holder) {
    final AtomicInteger slow = new AtomicInteger();
    for (int i = 0; i < LONG_WAITS; i++) {
      hold(new Thread(() -> longWait(acquire), "counted-long"), holder, this::pause);
    }
    for (int i = 0; i < SHORT_WAITS; i++) {
      final Runnable measured =
          () -> {
            final long start = System.nanoTime();
            shortWait(acquire);
            if (System.nanoTime() - start >= thresholdNanos) {
              slow.incrementAndGet();
            }
          };
      hold(new Thread(measured, "counted-short"), holder, () -> {});
      sleep(APART_NANOS);
    }
    return Integer.toString(slow.get());
  }

  private static void hold(Thread waiter, Holder holder, Runnable wait) {
    holder.hold(waiter, wait);
    try {
      waiter.join();
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }

  static void longWait(Runnable acquire) {
    acquire.run();
  }

  static void shortWait(Runnable acquire) {
    acquire.run();
  }

  private static void enterMonitor() {
    synchronized (MONITOR) {
      Thread.onSpinWait();
    }
  }

  private void pause() {
    sleep(thresholdNanos + MARGIN_NANOS);
  }

  private static void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      sleep(LOOK_NANOS);
    }
  }

  private static void sleep(long nanos) {
    try {
      TimeUnit.NANOSECONDS.sleep(nanos);
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }

  /** Whether the kernel says so of that thread of this process. */
  private static boolean sleeps(int thread) {
    try {
      final String stat = Files.readString(Path.of("/proc/self/task/" + thread + "/stat"));
      return stat.charAt(stat.lastIndexOf(')') + 2) == 'S';
    } catch (IOException ended) {
      return false;
    }
  }

  /** Takes the mutex. */
  private static native void lock();

  private static native void unlock();

  /** The thread that wanted it last; 0 if somebody has left it since. */
  private static native int locker();
}
