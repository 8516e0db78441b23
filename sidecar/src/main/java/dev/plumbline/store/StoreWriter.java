package dev.plumbline.store;

import dev.plumbline.fault.FaultText;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.store.segment.Segment;
import dev.plumbline.store.segment.SegmentFault;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The role of thread {@code plumbline-store}: takes windows from the queue, writes them, seals,
 * expires, and sets aside what readers found corrupt.
 */
final class StoreWriter implements Runnable {
  private static final Logger logger = Logger.getLogger(StoreWriter.class.getName());
  private static final long IDLE_MILLIS = 10_000;

  /** After that time what could not be done to a file is tried again, also while windows come. */
  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(IDLE_MILLIS);

  private final StoreQueue queue;
  private final SegmentFiles files;
  private final StoreAccount account;
  private final Supplier<StoreSettings> settings;
  private final AtomicLong revision = new AtomicLong();
  private final Object lock = new Object();
  private final Deque<Runnable> requests = new ArrayDeque<>();
  private volatile @Nullable String lastError;
  private volatile long bytes;

  StoreWriter(
      StoreQueue queue,
      SegmentFiles files,
      StoreAccount account,
      Supplier<StoreSettings> settings) {
    this.queue = queue;
    this.files = files;
    this.account = account;
    this.settings = settings;
  }

  @Override
  public void run() {
    long triedNanos = System.nanoTime();
    try {
      files.expire(settings.get());
      while (!queue.isDrained()) {
        try {
          triedNanos = turn(triedNanos);
        } catch (RuntimeException | OutOfMemoryError e) { // else nothing would be stored any more
          logger.log(Level.WARNING, "store: upkeep failed", e);
          lastError = FaultText.of(e);
        }
      }
    } catch (InterruptedException ignored) {
      // Closed without waiting for the rest of the queue, which its owner counts.
      Thread.currentThread().interrupt();
    } finally {
      files.seal();
      bytes = files.bytes();
    }
  }

  private long turn(long triedNanos) throws InterruptedException {
    bytes = files.bytes();
    ProfileWindow window = queue.take(IDLE_MILLIS);
    runRequests();
    if (window != null) {
      write(window);
    }
    boolean isDue = window == null || System.nanoTime() - triedNanos >= RETRY_NANOS;
    if (isDue) {
      files.tryRest();
    }
    files.expire(settings.get());
    return isDue ? System.nanoTime() : triedNanos;
  }

  private void write(ProfileWindow window) {
    int samples = window.sampleCount();
    try {
      int leftOut = files.append(window, settings.get());
      lastError = null;
      revision.incrementAndGet();
      account.stored(samples - leftOut);
    } catch (RuntimeException | OutOfMemoryError e) { // else nothing would be stored any more
      logger.log(Level.WARNING, "store: a window is not stored", e);
      lastError = FaultText.of(e);
      account.dropped(
          e instanceof OutOfMemoryError ? StoreDrop.MEMORY : StoreDrop.IO_ERROR, samples);
      files.seal(); // what it knows of the file may not be what is there
    } catch (SQLException e) {
      if (lastError == null) {
        logger.log(Level.WARNING, "store: a window is not stored: " + FaultText.of(e));
      }
      lastError = FaultText.of(e);
      boolean full = SegmentFault.of(e) == SegmentFault.FULL;
      account.dropped(full ? StoreDrop.DISK_FULL : StoreDrop.IO_ERROR, samples);
      afterFailure(e);
    }
  }

  private void afterFailure(SQLException e) {
    SegmentFault fault = SegmentFault.of(e);
    Segment growing = files.growing();
    if (growing != null && fault == SegmentFault.CORRUPT) {
      files.setAside(growing, 0, e);
    } else if (fault != SegmentFault.FULL) {
      // Whatever it was may lie in this file or its connection: the next window has another.
      files.seal();
    }
  }

  /** Runs on the writer's thread before the next window. */
  void request(Runnable request) {
    synchronized (lock) {
      requests.add(request);
    }
  }

  private void runRequests() {
    Runnable request = next();
    while (request != null) {
      request.run();
      request = next();
    }
  }

  private @Nullable Runnable next() {
    synchronized (lock) {
      return requests.poll();
    }
  }

  /** Windows written by this process. */
  long revision() {
    return revision.get();
  }

  @Nullable String lastError() {
    return lastError;
  }

  long bytes() {
    return bytes;
  }
}
