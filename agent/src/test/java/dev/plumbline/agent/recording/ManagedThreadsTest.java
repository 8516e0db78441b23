package dev.plumbline.agent.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ManagedThreadsTest {
  private final ManagedThreads threads = new ManagedThreads();
  private final List<Thread> started = new ArrayList<>();

  @Test
  void waiters_for_monitors_and_locks_are_counted_and_those_on_conditions_are_not()
      throws InterruptedException {
    Object monitor = new Object();
    ReentrantLock lock = new ReentrantLock();
    lock.lock();
    synchronized (monitor) {
      start(Thread.State.BLOCKED, () -> enter(monitor));
      start(Thread.State.WAITING, lock::lock);
      start(Thread.State.WAITING, () -> awaitCondition(new ReentrantLock()));
      awaitWaiting(2);
    }
    lock.unlock();
    assertThat(threads.started()).isGreaterThanOrEqualTo(3);
    started.get(2).interrupt();
    for (Thread thread : started) {
      thread.join();
    }
    awaitWaiting(0);
  }

  /** Other threads of this JVM may wait for a moment. */
  private void awaitWaiting(int expected) {
    while (threads.waitingForLocks() != expected) {
      Thread.onSpinWait();
    }
  }

  private void start(Thread.State until, Runnable run) {
    Thread thread = new Thread(run);
    thread.setDaemon(true);
    thread.start();
    started.add(thread);
    while (thread.getState() != until) {
      Thread.onSpinWait();
    }
  }

  private static void enter(Object monitor) {
    synchronized (monitor) {
      assertThat(Thread.holdsLock(monitor)).isTrue();
    }
  }

  private static void awaitCondition(ReentrantLock lock) {
    lock.lock();
    try {
      lock.newCondition().await();
    } catch (InterruptedException ignored) {
      // the test is over
    } finally {
      lock.unlock();
    }
  }
}
