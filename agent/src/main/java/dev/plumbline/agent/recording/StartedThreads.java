package dev.plumbline.agent.recording;

import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;

/** Threads that the JVM has started so far. Thread-safe. */
public final class StartedThreads implements LongSupplier {
  /** 0 where the JVM comes without java.management: no restart is due for threads then. */
  @Override
  public long getAsLong() {
    try {
      return Bean.started();
    } catch (LinkageError ignored) {
      return 0;
    }
  }

  /** Threads that live now; 0 if unknown. */
  public int live() {
    try {
      return Bean.live();
    } catch (LinkageError ignored) {
      return 0;
    }
  }

  /** Apart, so that a missing module is met here alone. */
  private static final class Bean {
    static long started() {
      return ManagementFactory.getThreadMXBean().getTotalStartedThreadCount();
    }

    static int live() {
      return ManagementFactory.getThreadMXBean().getThreadCount();
    }
  }
}
