package dev.plumbline.it.app;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import jdk.jfr.Event;
import jdk.jfr.Label;

/**
 * What readers of flight recordings stumble over: classes that are loaded all the time, thread
 * names of every encoding, events of an application with unusual fields, stacks deeper than the
 * recorder keeps, short waits. Usage: {@code RecordedApp MILLIS}.
 */
public final class RecordedApp {
  /** Names that a recording can say exactly; the last one is half of a pair and cannot be said. */
  private static final String[] NAMES = {"", "é", "π-worker", "\ud83d\ude00", "lone-\ud83d"};

  private static final int LONG_NAME = 300;
  private static final int DEPTH = 200;
  private static final int EVENTS = 1_000;
  private static final Object LOCK = new Object();

  private final long endNanos;

  private RecordedApp(long endNanos) {
    this.endNanos = endNanos;
  }

  public static void main(String[] args) throws InterruptedException {
    final long nanos = Long.parseLong(args[0]) * 1_000_000;
    final RecordedApp app = new RecordedApp(System.nanoTime() + nanos);
    final List<Thread> threads = new ArrayList<>();
    for (String name : NAMES) {
      threads.add(new Thread(new Named(app), name));
    }
    threads.add(new Thread(new Named(app), "x".repeat(LONG_NAME)));
    threads.add(new Thread(new Left(app), "left"));
    threads.add(new Thread(new Right(app), "right"));
    threads.add(new Thread(new Loading(app), "loading"));
    threads.add(new Thread(new Holding(app), "holding-1"));
    threads.add(new Thread(new Holding(app), "holding-2"));
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private boolean goesOn() {
    return System.nanoTime() < endNanos;
  }

  private void burn() {
    Spin.untilNanoTime(endNanos);
  }

  /** Deeper than the recorder's 64 frames. */
  private int recurse(int depth) {
    if (depth > 0) {
      return recurse(depth - 1) + 1;
    }
    burn();
    return 0;
  }

  private static final class Named implements Runnable {
    private final RecordedApp app;

    Named(RecordedApp app) {
      this.app = app;
    }

    @Override
    public void run() {
      app.burn();
    }
  }

  private static final class Left implements Runnable {
    private final RecordedApp app;

    Left(RecordedApp app) {
      this.app = app;
    }

    @Override
    public void run() {
      app.recurse(DEPTH);
    }
  }

  private static final class Right implements Runnable {
    private final RecordedApp app;

    Right(RecordedApp app) {
      this.app = app;
    }

    @Override
    public void run() {
      app.recurse(DEPTH);
    }
  }

  /** Makes the recorder write its constants again and again, and events of the application. */
  private static final class Loading implements Runnable {
    private final RecordedApp app;

    Loading(RecordedApp app) {
      this.app = app;
    }

    @Override
    public void run() {
      final URL[] path = {RecordedApp.class.getProtectionDomain().getCodeSource().getLocation()};
      int event = 0;
      int methods = 0;
      while (app.goesOn()) {
        try (URLClassLoader loader = new URLClassLoader(path, null)) {
          methods += loader.loadClass(Spin.class.getName()).getDeclaredMethods().length;
          for (int i = 0; i < 20 && event < EVENTS; i++, event++) {
            final Odd odd = new Odd();
            odd.number = (short) event;
            odd.text = "a text that is the same each time, and long enough for a pool of strings";
            odd.commit();
          }
          Spin.millis(20);
        } catch (ReflectiveOperationException | IOException e) {
          throw new IllegalStateException(e);
        }
      }
      System.out.println(String.format(Locale.ROOT, "events %d, methods %d", event, methods));
    }
  }

  /** Waits of about 3 ms, below what a profiler keeps by default. */
  private static final class Holding implements Runnable {
    private final RecordedApp app;

    Holding(RecordedApp app) {
      this.app = app;
    }

    @Override
    public void run() {
      while (app.goesOn()) {
        synchronized (LOCK) {
          Spin.millis(3);
        }
      }
    }
  }

  /** An event with a field of a kind that a reader may not know, and one that is pooled. */
  @Label("Odd")
  static final class Odd extends Event {
    short number;
    String text = "";
  }
}
