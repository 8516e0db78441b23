package dev.plumbline.selection;

import static java.util.Objects.requireNonNull;

import dev.plumbline.fault.FaultText;
import dev.plumbline.kernel.SystemCallException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The thread {@code plumbline-selection}, which owns a {@link CgroupSelection} and its catalog:
 * looks for containers each second, and at each new process that it is told of. {@link #observe}
 * may be called by any thread; start and close belong to the owner.
 */
public final class CgroupWatch implements AutoCloseable {
  private static final Logger logger = Logger.getLogger(CgroupWatch.class.getName());

  private static final long UPDATE_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long JOIN_MILLIS = 2_000;

  /** Processes that wait; one more is found by the next update. */
  private static final int MAX_WAITING = 4096;

  private final CgroupSelection selection;
  private final BlockingQueue<Integer> waiting = new ArrayBlockingQueue<>(MAX_WAITING);
  private volatile boolean isClosed;
  private boolean isFailing;
  private @Nullable Thread thread;

  public CgroupWatch(CgroupSelection selection) {
    this.selection = requireNonNull(selection, "selection");
  }

  /** Selects what there is before it returns, then goes on in the thread. */
  public void start() throws SystemCallException {
    selection.update();
    Thread started = new Thread(this::run, "plumbline-selection");
    started.setDaemon(true);
    started.start();
    thread = started;
  }

  /** A process began to execute a program. Never waits. */
  public void observe(int pid) {
    waiting.offer(pid);
  }

  private void run() {
    long nextUpdate = System.nanoTime() + UPDATE_NANOS;
    while (!isClosed) {
      try {
        Integer pid = waiting.poll(nextUpdate - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (pid != null) {
          selection.observe(pid);
        }
        if (System.nanoTime() - nextUpdate >= 0) {
          nextUpdate = System.nanoTime() + UPDATE_NANOS;
          selection.update();
        }
      } catch (InterruptedException e) {
        return;
      } catch (SystemCallException | RuntimeException | VirtualMachineError e) {
        // The next round may work.
        report(e);
      }
    }
  }

  private void report(Throwable e) {
    if (!isFailing) {
      isFailing = true;
      logger.warning(
          () -> "selecting containers failed, samples may be missing: " + FaultText.of(e));
    }
  }

  @Override
  public void close() {
    isClosed = true;
    Thread running = thread;
    if (running == null) {
      return;
    }
    thread = null;
    running.interrupt();
    try {
      running.join(JOIN_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
