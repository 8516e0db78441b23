package dev.plumbline.kernel.unwind;

import dev.plumbline.kernel.BpfMap;
import dev.plumbline.kernel.BpfObject;
import dev.plumbline.kernel.OnlineCpus;
import dev.plumbline.kernel.PerfEvent;
import dev.plumbline.kernel.RawTracepoint;
import dev.plumbline.kernel.RingBuffer;
import dev.plumbline.kernel.SystemCallException;
import dev.plumbline.kernel.TypedMap;
import dev.plumbline.kernel.VerifierException;
import dev.plumbline.kernel.unwind.SamplerOptions.Switch;
import dev.plumbline.kernel.unwind.SamplerPrograms.Loaded;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The loaded sampling programs: rings to read, tables to fill, events to attach. Each part is used
 * by one thread: the sample ring and counters by the reader, processes and tables by their writer,
 * the lifecycle ring by its reader, the rest by the owner, who closes last.
 */
public final class StackSampler implements AutoCloseable {
  private static final int ENODEV = 19;
  private static final long SECOND_NANOS = 1_000_000_000L;

  private final SamplerOptions options;
  private final SamplerVariant variant;
  private final boolean comparesOwners;
  private final @Nullable VerifierException refusal;
  private final BpfObject sampler;
  private final @Nullable BpfObject lifecycle;
  private final RingBuffer samples;
  private final @Nullable RingBuffer lifecycleRing;
  private final ProcessTable processes;
  private final UnwindTables tables;
  private final Map<Integer, PerfEvent> events = new TreeMap<>();
  private final List<RawTracepoint> tracepoints = new ArrayList<>();
  private int frequencyHertz;
  private int thinning = 1;
  private boolean isRunning;

  private StackSampler(
      SamplerOptions options,
      Loaded loaded,
      boolean comparesOwners,
      @Nullable BpfObject lifecycle,
      RingBuffer samples,
      @Nullable RingBuffer lifecycleRing) {
    this.options = options;
    this.variant = loaded.variant();
    this.comparesOwners = comparesOwners;
    this.refusal = loaded.refusal();
    this.sampler = loaded.object();
    this.lifecycle = lifecycle;
    this.samples = samples;
    this.lifecycleRing = lifecycleRing;
    this.processes =
        new ProcessTable(sampler.map("processes"), sampler.map("known"), sampler.map("hotspots"));
    this.tables = new UnwindTables(sampler.map("tables"));
  }

  /** Loads the programs in the best variant that this kernel takes. Nothing is sampled yet. */
  public static StackSampler load(SamplerOptions options) throws IOException {
    SamplerPrograms programs = new SamplerPrograms(options);
    return load(options, programs, programs.loadSampler());
  }

  /** Loads that variant and no other. */
  static StackSampler load(SamplerOptions options, SamplerVariant variant) throws IOException {
    SamplerPrograms programs = new SamplerPrograms(options);
    return load(options, programs, new Loaded(programs.load(variant), variant, null));
  }

  private static StackSampler load(SamplerOptions options, SamplerPrograms programs, Loaded loaded)
      throws IOException {
    BpfObject lifecycle = null;
    RingBuffer samples = null;
    try {
      samples = RingBuffer.open(loaded.object().map("samples"));
      RingBuffer lifecycleRing = null;
      if (programs.canFollowProcesses(loaded.variant())) {
        lifecycle = programs.loadLifecycle(loaded.object());
        lifecycleRing = RingBuffer.open(lifecycle.map("lifecycle_events"));
      }
      boolean comparesOwners = programs.canCompareOwners(loaded.variant());
      return new StackSampler(options, loaded, comparesOwners, lifecycle, samples, lifecycleRing);
    } catch (IOException | RuntimeException e) {
      if (samples != null) {
        samples.close();
      }
      if (lifecycle != null) {
        lifecycle.close();
      }
      loaded.object().close();
      throw e;
    }
  }

  /** What was loaded. */
  public SamplerVariant variant() {
    return variant;
  }

  /**
   * Each sample is of the user and group that were asked for; false where the kernel does not let
   * programs see them, and all come.
   */
  public boolean comparesOwners() {
    return comparesOwners;
  }

  /** Why the verifier did not take a better variant; null if it took the best one. */
  public @Nullable VerifierException refusal() {
    return refusal;
  }

  /** Reports process starts and ends, if the kernel lets us follow them. */
  public void followProcesses() throws SystemCallException {
    if (lifecycle != null && tracepoints.isEmpty()) {
      for (String program : List.of("on_fork", "on_exec", "on_exit")) {
        tracepoints.add(RawTracepoint.attach(lifecycle.program(program)));
      }
    }
  }

  /** Samples all online CPUs at a frequency. */
  public void startCpuClock(int hertz) throws IOException {
    frequencyHertz = hertz;
    thinning = 1;
    isRunning = false;
    followCpus();
    isRunning = true;
  }

  /**
   * Opens events on CPUs that came and closes those of CPUs that went; to be called now and then.
   */
  public void followCpus() throws IOException {
    List<Integer> gone = new ArrayList<>(events.keySet());
    for (int cpu : OnlineCpus.read()) {
      gone.remove((Integer) cpu);
      if (!events.containsKey(cpu)) {
        open(cpu);
      }
    }
    for (Integer cpu : gone) {
      PerfEvent event = events.remove(cpu);
      if (event != null) {
        event.close();
      }
    }
  }

  /**
   * Closes the events of all CPUs and opens them anew: the last resort for ones that fell silent.
   */
  public void reopenCpuClock() throws IOException {
    events.values().forEach(PerfEvent::close);
    events.clear();
    followCpus();
  }

  /**
   * Opens the events of all CPUs anew, for each so many-th sample only; {@link SampleRecord#value}
   * says how much time each stands for.
   *
   * @param factor 1 for all samples
   */
  public void thin(int factor) throws IOException {
    thinning = factor;
    reopenCpuClock();
  }

  /**
   * The kernel bounds frequencies, and lowers the bound under load; it answers at the start. Later
   * events have the period, which is the same to it and not bounded, so that none is refused then.
   */
  private PerfEvent event(int cpu) throws SystemCallException {
    boolean withIdle = options.isOn(Switch.WITH_IDLE);
    if (isRunning) {
      long periodNanos = thinning * SECOND_NANOS / frequencyHertz;
      return withIdle
          ? PerfEvent.cpuPeriodWithIdle(cpu, periodNanos)
          : PerfEvent.software(PerfEvent.Software.CPU_CLOCK, cpu, periodNanos);
    }
    return withIdle
        ? PerfEvent.cpuClockWithIdle(cpu, frequencyHertz)
        : PerfEvent.cpuClock(cpu, frequencyHertz);
  }

  private void open(int cpu) throws SystemCallException {
    PerfEvent event;
    try {
      event = event(cpu);
    } catch (SystemCallException e) {
      if (e.errno() == ENODEV) { // went offline meanwhile
        return;
      }
      throw e;
    }
    events.put(cpu, event);
    event.attach(sampler.program("sample_cpu"));
  }

  /** Stops sampling; what is in the rings can still be read. */
  public void stop() {
    events.values().forEach(PerfEvent::close);
    events.clear();
    tracepoints.forEach(RawTracepoint::close);
    tracepoints.clear();
  }

  /** The ring of {@link SampleRecord}s. */
  public RingBuffer samples() {
    return samples;
  }

  /** The ring of {@link LifecycleRecord}s; null where processes cannot be followed. */
  public @Nullable RingBuffer lifecycle() {
    return lifecycleRing;
  }

  /** Executable mappings and JVM layouts. */
  public ProcessTable processes() {
    return processes;
  }

  /** Unwinding tables. */
  public UnwindTables tables() {
    return tables;
  }

  /** A counter over all CPUs since loading. */
  public long count(Counter counter) throws SystemCallException {
    if (counter == Counter.SAMPLES) {
      return samples.taken();
    }
    return sampler.map("counters").sum(counter.index());
  }

  /** Adds a process to those sampled with {@link Switch#SELECTED_PROCESSES}. */
  public void selectProcess(int tgid) throws SystemCallException {
    new TypedMap<>(sampler.map("selected_tgids"), TypedMap.U32, TypedMap.FLAG).put(tgid, true);
  }

  /** Adds a cgroup to those sampled with {@link Switch#SELECTED_CGROUPS}. */
  public void selectCgroup(long cgroupId) throws SystemCallException {
    selectedCgroups().put(cgroupId, true);
  }

  /** Removes a cgroup from those sampled. */
  public void deselectCgroup(long cgroupId) throws SystemCallException {
    selectedCgroups().remove(cgroupId);
  }

  private TypedMap<Long, Boolean> selectedCgroups() {
    return new TypedMap<>(sampler.map("selected_cgroups"), TypedMap.U64, TypedMap.FLAG);
  }

  /** The sampling object, for gadgets that share its maps. */
  public BpfObject object() {
    return sampler;
  }

  /**
   * Kernel memory of all maps and tables in bytes, by the kernel's account and the images' sizes.
   */
  public long memoryBytes() throws IOException {
    long bytes = tables.bytes();
    for (BpfMap map : sampler.maps().values()) {
      bytes += map.memoryBytes();
    }
    if (lifecycle != null) {
      for (BpfMap map : lifecycle.maps().values()) {
        bytes += map.memoryBytes();
      }
    }
    return bytes;
  }

  @Override
  public void close() {
    stop();
    samples.close();
    if (lifecycleRing != null) {
      lifecycleRing.close();
    }
    if (lifecycle != null) {
      lifecycle.close();
    }
    sampler.close();
  }
}
