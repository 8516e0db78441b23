package dev.plumbline.agent.recording;

import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;

/**
 * Threads as java.management tells them; 0 where the JVM comes without it: no restart is due for
 * threads then, and no cut wait is known. Thread-safe.
 */
public final class ManagedThreads implements JvmThreads {
  private static final String LOCKS = "java.util.concurrent.locks.";
  private static final String CONDITION = "$ConditionObject";

  @Override
  public long started() {
    try {
      return Bean.started();
    } catch (LinkageError ignored) {
      return 0;
    }
  }

  /** Threads that live now. */
  public int live() {
    try {
      return Bean.live();
    } catch (LinkageError ignored) {
      return 0;
    }
  }

  @Override
  public int waitingForLocks() {
    try {
      return Bean.waitingForLocks();
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

    static int waitingForLocks() {
      ThreadMXBean bean = ManagementFactory.getThreadMXBean();
      int waiting = 0;
      for (ThreadInfo thread : bean.getThreadInfo(bean.getAllThreadIds())) {
        // Null: it ended in between.
        if (thread != null && waitsForLock(thread)) {
          waiting++;
        }
      }
      return waiting;
    }

    /** A wait on a condition is none for a lock: pools are idle that way. */
    private static boolean waitsForLock(ThreadInfo thread) {
      LockInfo lock = thread.getLockInfo();
      return thread.getThreadState() == Thread.State.BLOCKED
          || (lock != null
              && lock.getClassName().startsWith(LOCKS)
              && !lock.getClassName().endsWith(CONDITION));
    }
  }
}
