package dev.plumbline.process;

import dev.plumbline.kernel.RingBuffer;
import dev.plumbline.kernel.SystemCallException;
import dev.plumbline.kernel.unwind.LifecycleRecord;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Takes starts and ends of processes from their ring. Thread-safe: the thread that follows
 * processes takes them as they come, and the thread that takes samples does so before it believes a
 * name, so that no sample is booked on the program that the process ran before. Only {@link #await}
 * is confined to the first thread.
 */
final class LifecycleFeed {
  private static final long NANOS_PER_TICK = 10_000_000;

  private final Object lock = new Object();
  private final @Nullable RingBuffer ring;
  private final ProcessDirectory directory;
  private final LifecycleRecord record = new LifecycleRecord();
  private final Queue<LifecycleEvent> events = new ConcurrentLinkedQueue<>();
  private volatile long seenUntilNanos;

  LifecycleFeed(@Nullable RingBuffer ring, ProcessDirectory directory) {
    this.ring = ring;
    this.directory = directory;
    this.seenUntilNanos = ring == null ? Long.MAX_VALUE : Long.MIN_VALUE;
  }

  /** Ticks of a start in nanoseconds, as the kernel's programs compute them. */
  static long ticks(long startNanos) {
    return startNanos / NANOS_PER_TICK;
  }

  /** The kernel tells us of starts and ends. */
  boolean isFollowing() {
    return ring != null;
  }

  /** Makes sure that all events before a moment of CLOCK_MONOTONIC have been seen. */
  void seeUntil(long timeNanos) {
    if (timeNanos > seenUntilNanos) {
      drain();
    }
  }

  /** Takes what is there. */
  void drain() {
    if (ring != null) {
      synchronized (lock) {
        long now = System.nanoTime(); // the records' clock
        ring.drain(this::accept);
        seenUntilNanos = now;
      }
    }
  }

  /** Waits for events; only for the thread that follows processes. */
  void await(long timeoutNanos) throws SystemCallException {
    if (timeoutNanos == 0) {
      return;
    }
    if (ring == null) {
      LockSupport.parkNanos(timeoutNanos);
    } else {
      ring.await((int) Math.max(1, timeoutNanos / 1_000_000));
    }
  }

  /** The oldest event not taken yet. */
  @Nullable LifecycleEvent poll() {
    return events.poll();
  }

  private void accept(ByteBuffer buffer, int offset, int length) {
    if (!record.wrap(buffer, offset, length)) {
      return;
    }
    ProcessKey key = new ProcessKey(record.tgid(), ticks(record.startNanos()));
    long time = record.timeNanos();
    String comm = record.comm();
    switch (record.kind()) {
      case EXEC ->
          directory.update(
              ProcessImage.unresolved(key, time, comm), old -> old.executed(time, comm));
      case FORK -> fork(key, time, comm);
      case EXIT -> {
        // samples of it may still wait
      }
    }
    events.add(new LifecycleEvent(record.kind(), key, record.parentTgid(), record.isCopied()));
  }

  private void fork(ProcessKey key, long time, String comm) {
    ProcessImage parent = directory.find(record.parentTgid(), 0);
    directory.put(
        parent == null || !parent.isResolved()
            ? ProcessImage.unresolved(key, time, comm)
            : parent.forked(key, time));
  }
}
