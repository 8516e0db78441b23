package dev.plumbline.cpu;

import dev.plumbline.cpu.RowProcesses.RowProcess;
import dev.plumbline.fault.FaultText;
import dev.plumbline.frame.StackSymbols;
import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.RecordBatch;
import dev.plumbline.metric.Metric;
import dev.plumbline.metric.MetricSink;
import dev.plumbline.probe.GadgetCatalog;
import dev.plumbline.probe.GadgetProbe;
import dev.plumbline.probe.ProcessEnricher;
import dev.plumbline.probe.ThreadPlace;
import dev.plumbline.process.HostSample;
import dev.plumbline.process.SampleConsumer;
import dev.plumbline.record.SelectedRecords;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The gadget {@code profile_cpu}: on-CPU time of the whole host. A thread of its own, {@code
 * plumbline-drain}, takes samples out of the ring and counts equal ones; the run's thread takes the
 * full table and leaves an empty one, and looks up symbols and processes while the other goes on.
 */
public final class ProfileCpu implements GadgetProbe {
  public static final String NAME = GadgetCatalog.PROFILE_CPU;
  static final String DATA_SOURCE = "samples";

  /** The field with the thread's id. */
  public static final String THREAD = CpuRecords.TID;

  static final Metric LOST =
      Metric.counter(
          "plumbline_samples_lost_total",
          "Samples that were taken and did not become records.",
          "reason");

  /** How long the drain thread waits for a ring that is half full; each wake-up costs CPU time. */
  private static final int DRAIN_MILLIS = 200;

  private static final long JOIN_MILLIS = 2_000;

  /** A drain waits for {@link #DRAIN_MILLIS} at most. */
  private static final long STALLED_NANOS = 30_000_000_000L;

  private final DataSource dataSource;
  private final SampleFeed feed;
  private final CpuStacks stacks;
  private final ProcessEnricher enricher;
  private final boolean tellsThreads;
  private final ThreadNames threadNames = new ThreadNames();
  private final StackQuality quality = new StackQuality();
  private final StackEnds ends = new StackEnds();
  private final Object swap = new Object();
  private CpuSampleTable filling = new CpuSampleTable();
  private CpuSampleTable spare = new CpuSampleTable();
  private final AtomicLong overflow = new AtomicLong();
  private volatile boolean isStopping;
  private volatile @Nullable IOException failure;
  private @Nullable Thread drainer;
  private volatile long drainedNanos;

  /**
   * @param dataSource {@link #dataSource} with annotations over it
   * @param tellsThreads whether records of different threads are different records
   */
  public ProfileCpu(
      DataSource dataSource,
      SampleFeed feed,
      StackSymbols symbols,
      ProcessEnricher enricher,
      boolean tellsThreads) {
    this.dataSource = dataSource;
    this.feed = feed;
    this.stacks = new CpuStacks(symbols);
    this.enricher = enricher;
    this.tellsThreads = tellsThreads;
  }

  /** The data source before any annotation. */
  public static DataSource dataSource(ProcessEnricher enricher) {
    return CpuRecords.dataSource(enricher);
  }

  @Override
  public List<DataSource> dataSources() {
    return List.of(dataSource);
  }

  @Override
  public void prepare() {
    feed.prepare();
  }

  @Override
  public void start() throws IOException {
    feed.start();
    drainedNanos = System.nanoTime();
    Thread thread = new Thread(this::drain, "plumbline-drain");
    thread.setDaemon(true);
    thread.start();
    drainer = thread;
  }

  private void drain() {
    SampleConsumer sink = this::count;
    try {
      while (!isStopping) {
        feed.drain(DRAIN_MILLIS, sink);
        drainedNanos = System.nanoTime();
      }
      feed.stop(sink);
    } catch (IOException e) {
      failure = e;
    } catch (RuntimeException | Error e) { // a run without samples would go on unseen
      failure = new IOException("draining samples failed: " + FaultText.of(e), e);
    }
  }

  private void count(HostSample sample) {
    synchronized (swap) {
      filling.add(sample, tellsThreads ? sample.record().tid() : 0, feed.weight(sample));
    }
  }

  /** The records are valid until the next call. */
  @Override
  public RecordBatch collect(DataSource ignored, long startUnixNanos, long endUnixNanos)
      throws IOException {
    if (failure != null) {
      throw failure;
    }
    CpuSampleTable full;
    spare.clear();
    synchronized (swap) {
      full = filling;
      filling = spare;
    }
    spare = full;
    overflow.addAndGet(full.overflow());
    RowProcesses processes = new RowProcesses(full, threadNames, enricher);
    CpuRecords records =
        CpuRecords.of(dataSource, full, stacks, processes, startUnixNanos, endUnixNanos);
    countEnds(full, processes);
    int[] selected = records.selected();
    return selected.length == records.size() ? records : new SelectedRecords(records, selected);
  }

  private void countEnds(CpuSampleTable table, RowProcesses processes) {
    quality.startFetch();
    for (RowProcess process : processes.all()) {
      if (process.fields.isSelected()) {
        int pid = table.tgid(process.firstRow);
        process.ends.forEach(
            (reason, samples) -> {
              quality.add(pid, process.name, reason, samples);
              ends.add(pid, process.name, reason, samples);
            });
      }
    }
  }

  @Override
  public void stop() {
    endDrain();
  }

  private void endDrain() {
    isStopping = true;
    Thread thread = drainer;
    if (thread == null) {
      return;
    }
    try {
      thread.join(JOIN_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    drainer = null;
  }

  @Override
  public Map<String, Long> lost() {
    Map<String, Long> lost = new TreeMap<>(feed.lost());
    if (overflow.get() > 0) {
      lost.put("interval_full", overflow.get());
    }
    return lost;
  }

  @Override
  public String stall() {
    long silentNanos = System.nanoTime() - drainedNanos;
    Thread reader = drainer;
    return reader == null || isStopping || silentNanos < STALLED_NANOS
        ? ""
        : "the ring was not read for "
            + TimeUnit.NANOSECONDS.toSeconds(silentNanos)
            + " s: "
            + ThreadPlace.of(reader);
  }

  @Override
  public String remarks() {
    return quality.lines();
  }

  @Override
  public void report(MetricSink sink) {
    ends.report(sink);
    lost().forEach((reason, samples) -> sink.accept(LOST, samples, reason));
    feed.report(sink);
    enricher.report(sink);
  }

  @Override
  public void close() {
    endDrain();
    feed.close();
  }
}
