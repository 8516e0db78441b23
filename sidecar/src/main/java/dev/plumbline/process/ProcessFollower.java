package dev.plumbline.process;

import dev.plumbline.kernel.SystemCallException;
import dev.plumbline.kernel.unwind.UnwindTable;
import java.util.function.LongSupplier;

/** Runs the thread that follows processes and the one that builds tables. Thread-safe. */
final class ProcessFollower implements AutoCloseable {
  private static final int BYTES_PER_ROW = 10; // with the page index

  private static final long JOIN_MILLIS = 2000;

  private final LifecycleFeed feed;
  private final TableBuilder builder;
  private final ProcessTracker tracker;
  private final TrackingCounts counts;
  private final Thread thread = new Thread(this::run, "plumbline-processes");
  private volatile boolean isClosed;

  ProcessFollower(HostSampling.Builder options, ProcessDirectory directory, TrackingCounts counts) {
    this.counts = counts;
    LongSupplier nanoClock = System::nanoTime;
    int maxRows = (int) Math.min(UnwindTable.MAX_ROWS, options.maxTableBytes / BYTES_PER_ROW);
    ProcessFiles processFiles = new ProcessFiles(options.proc);
    this.feed = new LifecycleFeed(options.sampler.lifecycle(), directory);
    this.builder = new TableBuilder(options.cache, maxRows);
    FileStore store =
        new FileStore(
            new ExecutableFiles(processFiles),
            builder,
            new LoadedTables(options.sampler.tables(), options.maxTableBytes, counts),
            counts,
            nanoClock);
    ProcessReader reader =
        new ProcessReader(
            processFiles,
            new MemoryMaps(options.proc),
            store,
            options.jvms,
            feed.isFollowing(),
            nanoClock);
    this.tracker =
        new ProcessTracker(
            reader,
            processFiles,
            directory,
            new KernelEntries(options.sampler.processes(), counts, nanoClock),
            store,
            feed,
            options.listener,
            counts,
            nanoClock);
    thread.setDaemon(true);
  }

  void start() {
    builder.start();
    thread.start();
  }

  /** Asks for a process to be read. */
  void request(int pid) {
    tracker.request(pid);
  }

  /** Processes are still to be read, or tables to be built. */
  boolean isBusy() {
    return tracker.isScanning() || builder.isBusy();
  }

  /** Asks for all processes to be read again. */
  void requestScan() {
    tracker.requestScan();
  }

  /** Takes the starts and ends of processes before a moment, so that names are those of then. */
  void seeUntil(long timeNanos) {
    feed.seeUntil(timeNanos);
  }

  private void run() {
    tracker.scan();
    long pauseNanos = 0;
    while (!isClosed) {
      try {
        feed.await(pauseNanos);
        pauseNanos = tracker.tick();
      } catch (SystemCallException e) {
        isClosed = true; // the ring is gone
      } catch (RuntimeException | VirtualMachineError e) {
        // A fault with one process, or no memory for it, must not end the following of all others.
        counts.increment(TrackingCount.FAULTS);
        pauseNanos = Rereads.MAX_PAUSE_NANOS;
      }
    }
  }

  @Override
  public void close() {
    isClosed = true;
    builder.close();
    try {
      thread.join(JOIN_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
