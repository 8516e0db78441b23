package dev.plumbline.jvm;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Names Java frames on a thread of its own, since memory of a target may have to be paged in first:
 * who drains samples hands stacks in and collects them later, at most {@link #MAX_WAIT_NANOS} after
 * they were handed in, then with markers instead of names. Thread-safe.
 *
 * @param <T> what the caller needs to go on with a stack
 */
public final class JavaFrameResolver<T> implements AutoCloseable {
  /** A stack waits no longer. */
  public static final long MAX_WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Stacks that wait at most; 20,000 a second for half a second. */
  public static final int MAX_WAITING = 10_000;

  private static final long CLOSE_MILLIS = 1000;

  /** Compared by identity. */
  private static final class Entry<T> {
    private final WaitingStack<T> stack;
    private final long sinceNanos;

    Entry(WaitingStack<T> stack, long sinceNanos) {
      this.stack = stack;
      this.sinceNanos = sinceNanos;
    }
  }

  private final Object lock = new Object();
  private final LongSupplier nanoTime;
  private final Deque<Entry<T>> waiting = new ArrayDeque<>();
  private final List<WaitingStack<T>> resolved = new ArrayList<>();
  private @Nullable Entry<T> current;
  private @Nullable Thread thread;
  private boolean isClosed;
  private long tooLate;
  private long refused;

  /**
   * @param nanoTime CLOCK_MONOTONIC
   */
  public JavaFrameResolver(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Starts the thread. */
  public void start() {
    synchronized (lock) {
      if (thread == null && !isClosed) {
        thread = new Thread(this::run, "plumbline-jvm-frames");
        thread.setDaemon(true);
        thread.start();
      }
    }
  }

  /**
   * Hands a stack in; it comes back from {@link #collect}.
   *
   * @param process used by this resolver's thread alone from now on
   * @param words user words of a sample; not changed afterwards
   * @param sampleNanos when the sample was taken, CLOCK_MONOTONIC
   */
  public void add(T context, HotSpotProcess process, long[] words, long sampleNanos) {
    WaitingStack<T> stack = new WaitingStack<>(context, process, words, sampleNanos);
    synchronized (lock) {
      if (waiting.size() < MAX_WAITING && !isClosed) {
        waiting.addLast(new Entry<>(stack, nanoTime.getAsLong()));
        lock.notifyAll();
        return;
      }
      refused++;
    }
    stack.giveUp();
    synchronized (lock) {
      resolved.add(stack);
    }
  }

  /** Takes what is named, and what has waited too long, which then has markers. */
  public void collect(Consumer<WaitingStack<T>> taker) {
    List<WaitingStack<T>> taken;
    List<WaitingStack<T>> late = new ArrayList<>();
    synchronized (lock) {
      taken = new ArrayList<>(resolved);
      resolved.clear();
      long limit = nanoTime.getAsLong() - MAX_WAIT_NANOS;
      if (current != null && current.sinceNanos - limit < 0) {
        late.add(current.stack.copy()); // the original is in use and is dropped when done
        current = null;
      }
      while (!waiting.isEmpty() && waiting.getFirst().sinceNanos - limit < 0) {
        late.add(waiting.removeFirst().stack);
      }
      tooLate += late.size();
    }
    late.forEach(WaitingStack::giveUp);
    taken.forEach(taker);
    late.forEach(taker);
  }

  /** Stacks given up because they waited too long. */
  public long tooLate() {
    synchronized (lock) {
      return tooLate;
    }
  }

  /** Stacks given up at once because too many were waiting. */
  public long refused() {
    synchronized (lock) {
      return refused;
    }
  }

  private void run() {
    Entry<T> entry = next();
    while (entry != null) {
      entry.stack.resolve();
      synchronized (lock) {
        if (current == entry) {
          resolved.add(entry.stack);
          current = null;
        }
      }
      entry = next();
    }
  }

  private @Nullable Entry<T> next() {
    synchronized (lock) {
      while (waiting.isEmpty() && !isClosed) {
        try {
          lock.wait();
        } catch (InterruptedException ignored) { // only close() interrupts
          return null;
        }
      }
      current = isClosed ? null : waiting.removeFirst();
      return current;
    }
  }

  /** Ends the thread; what still waits comes back from {@link #collect} with markers. */
  @Override
  public void close() {
    Thread ended;
    synchronized (lock) {
      isClosed = true;
      ended = thread;
      lock.notifyAll();
    }
    if (ended != null) {
      try {
        ended.join(CLOSE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    List<WaitingStack<T>> left = new ArrayList<>();
    synchronized (lock) {
      if (current != null) {
        left.add(current.stack.copy());
        current = null;
      }
      waiting.forEach(entry -> left.add(entry.stack));
      waiting.clear();
      tooLate += left.size();
    }
    left.forEach(WaitingStack::giveUp);
    synchronized (lock) {
      resolved.addAll(left);
    }
  }
}
