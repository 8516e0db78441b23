package dev.plumbline.listen.server;

import dev.plumbline.listen.ListenLimits;
import dev.plumbline.listen.ListenerSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.file.FileSystemOptions;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * What all listeners share: two event loops, the workers on which handlers run, and the bound on
 * bytes in flight. Made once in a process. Thread-safe.
 */
public final class ServerStack implements AutoCloseable {
  private static final int EVENT_LOOPS = 2;
  private static final long LONGEST_HANDLER_MINUTES = 10;

  private final Vertx vertx;
  private final WorkerExecutor workers;
  private final InFlight inFlight = new InFlight(ListenLimits.IN_FLIGHT_BYTES);
  private final Semaphore large = new Semaphore(1, true);
  private final RefusalCounter refusals;
  private final Acceptance acceptance = new Acceptance();

  /** Starts no thread before the first listener opens. */
  public ServerStack(RefusalCounter refusals) {
    this.refusals = refusals;
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
    this.workers =
        vertx.createSharedWorkerExecutor(
            "plumbline-listen", ListenLimits.WORKERS, LONGEST_HANDLER_MINUTES, TimeUnit.MINUTES);
  }

  /** Opens a listener, one at a time; it takes requests when this returns. */
  public synchronized Listener open(ListenerSettings settings) throws ListenException {
    acceptance.rules(settings.rules());
    return Listener.open(this, settings);
  }

  /** Its event loops, for clients too. */
  public Vertx vertx() {
    return vertx;
  }

  WorkerExecutor workers() {
    return workers;
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

  /** Ends all threads; listeners are closed before. */
  @Override
  public void close() {
    try {
      await(workers.close());
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
