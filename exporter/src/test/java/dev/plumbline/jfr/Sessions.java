package dev.plumbline.jfr;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import one.profiler.AsyncProfiler;

/** Programs that drive the profiler themselves, as an agent does. */
final class Sessions {
  static volatile long sink;
  static volatile Object kept;
  static volatile Object direct;

  private Sessions() {}

  /** Arguments: library, recording, name of the session. */
  public static void main(String[] arguments) throws Exception {
    AsyncProfiler profiler = AsyncProfiler.getInstance(arguments[0]);
    String start = "start,jfr,event=ctimer,interval=1ms,file=" + arguments[1];
    switch (arguments[2]) {
      case "windows":
        windows(profiler, start);
        break;
      case "depth":
        profiler.execute(start + ",jstackdepth=64");
        int half = 0;
        for (long end = CpuTime.in(1500); CpuTime.now() < end; ) {
          half += recurse(200);
          half += recurse(10);
        }
        sink = half;
        profiler.execute("stop");
        break;
      case "agent":
        profiler.execute(start);
        busy("plumbline-export", 500);
        busy("application", 500);
        profiler.execute("stop");
        break;
      case "every-kind":
        everyKind(profiler, arguments[1]);
        break;
      default:
        throw new IllegalArgumentException(arguments[2]);
    }
  }

  /** Three windows; the one thread is renamed within the second. */
  private static void windows(AsyncProfiler profiler, String start) throws Exception {
    profiler.execute(start);
    CountDownLatch firstDone = new CountDownLatch(1);
    CountDownLatch firstDumped = new CountDownLatch(1);
    CountDownLatch secondDone = new CountDownLatch(1);
    CountDownLatch secondDumped = new CountDownLatch(1);
    Thread worker =
        new Thread(
            () -> {
              burn(300);
              firstDone.countDown();
              awaitQuietly(firstDumped);
              burn(300);
              Thread.currentThread().setName("task-2");
              burn(300);
              secondDone.countDown();
              awaitQuietly(secondDumped);
              burn(300);
            },
            "task-1");
    worker.start();
    firstDone.await();
    profiler.execute("dump,jfr");
    firstDumped.countDown();
    secondDone.await();
    profiler.execute("dump,jfr");
    secondDumped.countDown();
    worker.join();
    profiler.execute("stop");
  }

  /** A small second chunk with every kind of event; the first holds what the JVM says of itself. */
  private static void everyKind(AsyncProfiler profiler, String file) throws Exception {
    profiler.execute(
        "start,jfr,event=ctimer,interval=5ms,wall=20ms,alloc=256k,live,lock=1ms,nativemem=64k,"
            + "jstackdepth=24,file="
            + file);
    Thread.sleep(200);
    profiler.execute("dump,jfr");
    Thread.sleep(100);
    Object monitor = new Object();
    Semaphore semaphore = new Semaphore(1);
    Thread other = new Thread(() -> hold(monitor, semaphore), "other");
    other.start();
    hold(monitor, semaphore);
    burn(100);
    List<byte[]> all = new ArrayList<>();
    kept = all;
    for (int i = 0; i < 20; i++) {
      all.add(new byte[200_000]);
      direct = ByteBuffer.allocateDirect(100_000);
    }
    other.join();
    profiler.execute("dump,jfr");
    profiler.execute("stop");
  }

  private static void hold(Object monitor, Semaphore semaphore) {
    try {
      for (int i = 0; i < 3; i++) {
        synchronized (monitor) {
          Thread.sleep(15);
        }
        semaphore.acquire();
        Thread.sleep(15);
        semaphore.release();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void busy(String name, long millis) throws InterruptedException {
    Thread thread = new Thread(() -> burn(millis), name);
    thread.start();
    thread.join();
  }

  private static int recurse(int depth) {
    if (depth > 0) {
      return recurse(depth - 1) + 1;
    }
    burnRounds(200_000);
    return 0;
  }

  private static void burn(long millis) {
    for (long end = CpuTime.in(millis); CpuTime.now() < end; ) {
      burnRounds(50_000);
    }
  }

  private static void burnRounds(int rounds) {
    long x = sink;
    for (int i = 0; i < rounds; i++) {
      x = x * 31 + (x >>> 7) + i;
    }
    sink = x;
  }
}
