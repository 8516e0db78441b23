package dev.plumbline.listen.server;

import dev.plumbline.listen.ListenLimits;
import dev.plumbline.listen.ListenerSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What all listeners share: two event loops, the workers on which handlers run, and the bound on
 * bytes in flight. Made once in a process. Thread-safe.
 */
public final class ServerStack implements AutoCloseable {
  private static final int EVENT_LOOPS = 2;
  private static final long IDLE_WORKER_SECONDS = 60;

  private final Vertx vertx;
  private final ThreadPoolExecutor workers;
  private final InFlight inFlight = new InFlight(ListenLimits.IN_FLIGHT_BYTES);
  private final Semaphore large = new Semaphore(1, true);
  private final RefusalCounter refusals;
  private final Acceptance acceptance;

  /** Starts no thread before the first listener opens. */
  public ServerStack(RefusalCounter refusals) {
    this.refusals = refusals;
    this.acceptance = new Acceptance(refusals);
    this.vertx =
        Vertx.builder()
            .with(
                new VertxOptions()
                    .setEventLoopPoolSize(EVENT_LOOPS)
                    .setInternalBlockingPoolSize(1)
                    .setWorkerPoolSize(1)
                    .setFileSystemOptions(
                        new FileSystemOptions()
                            .setClassPathResolvingEnabled(false)
                            .setFileCachingEnabled(false)))
            .withTransport(acceptance.transport())
            .build();
    this.workers = workers();
  }

  /** Ours and not Vert.x', whose workers print a trace if they end after the event loops. */
  private static ThreadPoolExecutor workers() {
    AtomicInteger number = new AtomicInteger();
    ThreadPoolExecutor workers =
        new ThreadPoolExecutor(
            ListenLimits.WORKERS,
            ListenLimits.WORKERS,
            IDLE_WORKER_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread worker = new Thread(task, "plumbline-listen-" + number.getAndIncrement());
              worker.setDaemon(true);
              return worker;
            });
    workers.allowCoreThreadTimeOut(true);
    return workers;
  }

  /** Opens a listener, one at a time; it takes requests when this returns. */
  public synchronized Listener open(ListenerSettings settings) throws ListenException {
    acceptance.next(settings);
    return Listener.open(this, settings);
  }

  /** Its event loops, for clients too. */
  public Vertx vertx() {
    return vertx;
  }

  /** Has a request handled; not at all once this is closed. */
  void work(Runnable handling) {
    try {
      workers.execute(handling);
    } catch (RejectedExecutionException ignored) {
      // Its connection ends with the event loops.
    }
  }

  /** Whether nobody can be answered any more. */
  boolean isClosed() {
    return workers.isShutdown();
  }

  InFlight inFlight() {
    return inFlight;
  }

  /** Held while a large request is handled: one at a time. */
  Semaphore large() {
    return large;
  }

  RefusalCounter refusals() {
    return refusals;
  }

  /** Wire bytes of requests that are held now. */
  public long inFlightBytes() {
    return inFlight.bytes();
  }

  /**
   * Ends all threads; listeners are closed before. A handler that does not end in {@link
   * ListenLimits#DRAIN} is left to itself. Idempotent.
   */
  @Override
  public void close() {
    if (isClosed()) {
      return;
    }
    workers.shutdownNow();
    try {
      workers.awaitTermination(ListenLimits.DRAIN.toMillis(), TimeUnit.MILLISECONDS);
      await(vertx.close());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException ignored) {
      // The threads are daemons' equals: the process ends after this.
    }
  }

  private static void await(Future<?> end)
      throws InterruptedException, ExecutionException, TimeoutException {
    end.toCompletionStage()
        .toCompletableFuture()
        .get(ListenLimits.DRAIN.toMillis(), TimeUnit.MILLISECONDS);
  }
}
