package dev.plumbline.cpu;

import dev.plumbline.fault.FaultText;
import dev.plumbline.frame.HostSymbols;
import dev.plumbline.frame.Jvms;
import dev.plumbline.frame.StackSymbols;
import dev.plumbline.kernel.SystemCallException;
import dev.plumbline.kernel.unwind.KernelFields;
import dev.plumbline.kernel.unwind.SamplerOptions;
import dev.plumbline.kernel.unwind.SamplerOptions.Switch;
import dev.plumbline.kernel.unwind.StackSampler;
import dev.plumbline.metric.Metric;
import dev.plumbline.metric.MetricSink;
import dev.plumbline.process.HostSample;
import dev.plumbline.process.HostSampling;
import dev.plumbline.process.ProcessImage;
import dev.plumbline.process.SampleConsumer;
import dev.plumbline.selection.ContainerSelection;
import dev.plumbline.selection.ProcessSelection;
import dev.plumbline.unwind.TableCache;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Our own sampling programs with the processes they need. Loads them at the start, not before.
 * {@link #drain} and {@link #stop} in one thread; the rest in the run's.
 */
public final class HostSampler implements SampleFeed {
  private static final Logger logger = Logger.getLogger(HostSampler.class.getName());

  /** Where unwinding tables are kept between runs; systemd's name for it is CACHE_DIRECTORY. */
  private static final Path CACHE =
      Path.of(System.getenv().getOrDefault("CACHE_DIRECTORY", "/var/cache/plumbline"));

  private static final long MAX_CACHE_BYTES = 512L << 20;

  private static final Metric TRACKING =
      Metric.counter(
          "plumbline_tracking_total",
          "What was done and given up while processes were followed.",
          "what");

  private final SamplerOptions options;
  private final int frequencyHertz;
  private final OptionalInt pid;
  private final @Nullable ContainerFilter containers;
  private final Jvms jvms = new Jvms(System::nanoTime);
  private final HostSymbols symbols = new HostSymbols(Path.of("/proc"), jvms);
  private @Nullable FutureTask<StackSampler> loading;
  private @Nullable StackSampler sampler;
  private volatile @Nullable HostSampling sampling;
  private volatile @Nullable SamplerHealth health;

  private HostSampler(
      SamplerOptions options,
      int frequencyHertz,
      OptionalInt pid,
      @Nullable ContainerFilter containers) {
    this.options = options;
    this.frequencyHertz = frequencyHertz;
    this.pid = pid;
    this.containers = containers;
  }

  /** Samples no CPU, and only follows processes. */
  public static HostSampler ofProcesses() {
    return new HostSampler(SamplerOptions.builder().build(), 0, OptionalInt.empty(), null);
  }

  /**
   * Samples all CPUs; the kernel leaves out what was not selected, as far as it can.
   *
   * @param options what else is wanted of the programs
   */
  public static HostSampler ofCpuClock(
      SamplerOptions.Builder options,
      int frequencyHertz,
      ProcessSelection processes,
      ContainerSelection containers) {
    processes.restrict(options);
    ContainerFilter filter = ContainerFilter.of(containers);
    if (filter != null) {
      options.with(Switch.SELECTED_CGROUPS);
    }
    return new HostSampler(options.build(), frequencyHertz, processes.pid(), filter);
  }

  /**
   * Does ahead what each start has to: finds libc and reads the kernel's types, while the caller
   * finds out what is wanted. What fails is left for the start to tell. Any thread.
   */
  public static void lookAhead() {
    try {
      KernelNeeds.check();
      KernelFields.ofRunningKernel();
    } catch (IOException | RuntimeException | LinkageError e) {
      logger.log(Level.FINE, "left to the start", e);
    }
  }

  /**
   * The kernel verifies the programs in a thread of its own, while the caller does the rest of what
   * comes before the start. {@link #start} tells what failed.
   */
  @Override
  public void prepare() {
    FutureTask<StackSampler> task = new FutureTask<>(this::load);
    Thread thread =
        new Thread(
            () -> {
              task.run();
              symbols.prepare();
            },
            "plumbline-load");
    thread.setDaemon(true);
    thread.start();
    loading = task;
  }

  private StackSampler load() throws IOException {
    KernelNeeds.check();
    return StackSampler.load(options);
  }

  private StackSampler loaded() throws IOException {
    FutureTask<StackSampler> task = loading;
    if (task == null) {
      return load();
    }
    loading = null;
    try {
      return task.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      throw new IOException("loading the programs failed: " + FaultText.of(e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while the programs were loaded");
    }
  }

  @Override
  public void start() throws IOException {
    StackSampler loaded = loaded();
    sampler = loaded;
    VariantWarnings.of(loaded.variant(), loaded.lifecycle() != null, loaded.refusal())
        .forEach(logger::warning);
    if (pid.isPresent()) {
      loaded.selectProcess(pid.getAsInt());
    }
    if (containers != null) {
      containers.start(loaded);
    }
    HostSampling built =
        HostSampling.builder(loaded)
            .cache(new TableCache(CACHE.resolve("tables"), MAX_CACHE_BYTES, Clock.systemUTC()))
            .jvms(jvms)
            .listener(containers == null ? jvms : containers.before(jvms))
            .build();
    sampling = built;
    if (frequencyHertz > 0) {
      health = SamplerHealth.of(loaded, frequencyHertz);
      try {
        built.start(frequencyHertz);
      } catch (SystemCallException e) {
        throw SampleRate.explain(e, frequencyHertz);
      }
    } else {
      built.follow();
    }
  }

  @Override
  public void drain(int timeoutMillis, SampleConsumer sink) throws IOException {
    HostSampling running = sampling;
    if (running != null) {
      running.poll(timeoutMillis, sink);
    }
    SamplerHealth looked = health;
    if (looked != null) {
      looked.look();
    }
  }

  /** Each sample is of the owner that was asked for. */
  public boolean comparesOwners() {
    StackSampler loaded = sampler;
    return loaded != null && loaded.comparesOwners();
  }

  @Override
  public int weight(HostSample sample) {
    return SampleThinning.weight(sample.record().value(), frequencyHertz);
  }

  private void logMemory() {
    StackSampler loaded = sampler;
    if (loaded != null && logger.isLoggable(Level.INFO)) {
      try {
        long bytes = loaded.memoryBytes();
        int processes = processes().size();
        logger.info(
            () ->
                "kernel memory "
                    + bytes
                    + " bytes in maps and tables, "
                    + processes
                    + " processes");
      } catch (IOException ignored) {
        // only a remark is missing
      }
    }
  }

  @Override
  public void stop(SampleConsumer sink) throws IOException {
    logMemory();
    HostSampling running = sampling;
    if (running != null) {
      running.stop(sink);
    }
    SamplerHealth looked = health;
    if (looked != null) {
      looked.count();
    }
  }

  /** Names for what this sampler's processes run. */
  public StackSymbols symbols() {
    return symbols;
  }

  /** The processes known now, by id. */
  public Map<Integer, ProcessImage> processes() {
    Map<Integer, ProcessImage> processes = new HashMap<>();
    HostSampling running = sampling;
    if (running != null) {
      running.processes().forEach(image -> processes.put(image.key().pid(), image));
    }
    return processes;
  }

  @Override
  public Map<String, Long> lost() {
    SamplerHealth looked = health;
    return looked == null || looked.lost() == 0 ? Map.of() : Map.of("ring_full", looked.lost());
  }

  @Override
  public void report(MetricSink sink) {
    HostSampling running = sampling;
    if (running != null) {
      running
          .counts()
          .toMap()
          .forEach((count, n) -> sink.accept(TRACKING, n, count.name().toLowerCase(Locale.ROOT)));
    }
    SamplerHealth looked = health;
    if (looked != null) {
      looked.report(sink);
    }
  }

  /** It was loaded and not started, since something else failed. */
  private void closeUnused() {
    try {
      if (loading != null) {
        loaded().close();
      }
    } catch (IOException ignored) {
      // nothing was loaded
    }
  }

  @Override
  public void close() {
    closeUnused();
    if (containers != null) {
      containers.close();
    }
    HostSampling running = sampling;
    if (running != null) {
      sampling = null;
      running.close();
    }
    if (sampler != null) {
      sampler.close();
      sampler = null;
    }
  }
}
