package dev.plumbline.process;

import dev.plumbline.kernel.SystemCallException;
import dev.plumbline.kernel.unwind.Counter;
import dev.plumbline.kernel.unwind.StackSampler;
import dev.plumbline.unwind.TableCache;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Samples of the whole host, each with its process and a stack as complete as it gets. The owner
 * loads the programs, calls {@link #start}, then {@link #poll} in one thread, and closes in that
 * thread.
 *
 * <p>A sample whose code is not known yet waits at most a second for its process to be read and its
 * tables to be built; then the walk is finished on the copy of the stack that it carries.
 */
public final class HostSampling implements AutoCloseable {
  private static final long CPU_CHECK_NANOS = 5_000_000_000L;

  /** Most that is waited while samples wait for their process to be read. */
  private static final int WAITING_MILLIS = 100;

  /** The same while tables are built, as at the start: the first complete stacks come soon. */
  private static final int BUSY_MILLIS = 20;

  /** Where samples come as fast as they are taken, the caller gets its turn all the same. */
  private static final int MAX_SAMPLES_PER_POLL = 1 << 14;

  private final StackSampler sampler;
  private final ProcessDirectory directory;
  private final ProcessFollower follower;
  private final SampleResolver resolver;
  private final TrackingCounts counts;
  private long nextCpuCheckNanos;
  private long lifecycleLost;
  private boolean isClosed;

  private HostSampling(Builder builder) {
    this.sampler = builder.sampler;
    this.counts = new TrackingCounts();
    this.directory = new ProcessDirectory();
    this.follower = new ProcessFollower(builder, directory, counts);
    this.resolver = new SampleResolver(directory, follower, counts);
  }

  /** Begins a description of how to sample with loaded programs, which stay their owner's. */
  public static Builder builder(StackSampler sampler) {
    return new Builder(sampler);
  }

  /** Starts to follow processes and to sample all CPUs. */
  public void start(int frequencyHertz) throws IOException {
    follow();
    sampler.startCpuClock(frequencyHertz);
  }

  /** Starts to follow processes only: for other sources than the CPU clock. */
  public void follow() throws SystemCallException {
    sampler.followProcesses();
    follower.start();
    nextCpuCheckNanos = System.nanoTime() + CPU_CHECK_NANOS;
  }

  /**
   * Waits until the ring fills or the time is over, then hands over all samples that are ready.
   *
   * @return number of samples taken from the ring
   */
  public int poll(int timeoutMillis, SampleConsumer consumer) throws IOException {
    sampler.samples().await(Math.min(timeoutMillis, mostMillis()));
    long now = System.nanoTime();
    if (now - nextCpuCheckNanos >= 0) {
      nextCpuCheckNanos = now + CPU_CHECK_NANOS;
      sampler.followCpus();
      long lost = sampler.count(Counter.LIFECYCLE_LOST);
      if (lost != lifecycleLost) {
        lifecycleLost = lost;
        follower.requestScan();
      }
    }
    int taken =
        sampler
            .samples()
            .drain(
                (buffer, offset, length) -> resolver.take(buffer, offset, length, consumer),
                MAX_SAMPLES_PER_POLL);
    resolver.retry(System.nanoTime(), consumer);
    return taken;
  }

  private int mostMillis() {
    if (!resolver.isWaiting()) {
      return Integer.MAX_VALUE;
    }
    return follower.isBusy() ? BUSY_MILLIS : WAITING_MILLIS;
  }

  /** Stops sampling and hands over what is left, waiting samples as they are. */
  public void stop(SampleConsumer consumer) {
    sampler.stop();
    sampler
        .samples()
        .drain((buffer, offset, length) -> resolver.take(buffer, offset, length, consumer));
    resolver.flush(consumer);
  }

  /** The processes known now. Any thread. */
  public Collection<ProcessImage> processes() {
    return directory.all();
  }

  /** What was lost or given up by us. Any thread. */
  public TrackingCounts counts() {
    return counts;
  }

  /** How stacks ended, over all processes. Any thread. */
  public EndCounts ends() {
    return resolver.ends();
  }

  /** A counter of the kernel's programs. Only in the polling thread. */
  public long count(Counter counter) throws SystemCallException {
    return sampler.count(counter);
  }

  /** Stops our threads; at most some seconds. The sampler stays open. */
  @Override
  public void close() {
    if (!isClosed) {
      isClosed = true;
      sampler.stop();
      follower.close();
    }
  }

  /** Collects what is needed. Confined to one thread. */
  public static final class Builder {
    /** Kernel memory for tables: with rings and maps it stays below 32 MiB. */
    public static final long DEFAULT_MAX_TABLE_BYTES = 20L << 20;

    final StackSampler sampler;
    Path proc = Path.of("/proc");
    @Nullable TableCache cache;
    long maxTableBytes = DEFAULT_MAX_TABLE_BYTES;
    JvmInspector jvms = (process, libjvm) -> null;
    ProcessListener listener = NoListener.INSTANCE;

    private Builder(StackSampler sampler) {
      this.sampler = sampler;
    }

    /** Where {@code proc} of the host is mounted. */
    public Builder proc(Path directory) {
      proc = directory;
      return this;
    }

    /** Keeps tables on disk. */
    public Builder cache(TableCache tables) {
      cache = tables;
      return this;
    }

    /** Most kernel memory for tables. */
    public Builder maxTableBytes(long bytes) {
      maxTableBytes = bytes;
      return this;
    }

    /** Looks into JVMs; without it their Java code is walked by frame pointers. */
    public Builder jvms(JvmInspector inspector) {
      jvms = inspector;
      return this;
    }

    /** Is told of processes. */
    public Builder listener(ProcessListener told) {
      listener = told;
      return this;
    }

    /** Checks and builds; nothing runs yet. */
    public HostSampling build() {
      if (maxTableBytes < 1 << 20) {
        throw new IllegalArgumentException(
            maxTableBytes + " bytes for tables, expected at least 1 MiB");
      }
      return new HostSampling(this);
    }
  }

  private enum NoListener implements ProcessListener {
    INSTANCE;

    @Override
    public void found(ProcessImage image) {
      // nobody asked
    }

    @Override
    public void ended(ProcessKey key) {
      // nobody asked
    }
  }
}
