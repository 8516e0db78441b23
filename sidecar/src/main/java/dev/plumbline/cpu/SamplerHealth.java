package dev.plumbline.cpu;

import dev.plumbline.fault.FaultText;
import dev.plumbline.kernel.unwind.Counter;
import dev.plumbline.kernel.unwind.StackSampler;
import dev.plumbline.metric.Metric;
import dev.plumbline.metric.MetricSink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.logging.Logger;

/**
 * Looks after the sampling programs each second: keeps their counters for other threads to read,
 * tells of lost samples, and every five seconds compares the samples with the time that the CPUs
 * were busy. Where less than half of them came, the events are opened anew, and the sysctls that
 * may be the cause are named. Where the ring cannot hold the samples, fewer are taken. Belongs to
 * the drain thread, but for what it counted.
 */
final class SamplerHealth {
  private static final Logger logger = Logger.getLogger(SamplerHealth.class.getName());

  static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);
  static final long PACE_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** How long the log is quiet about what it has told of. */
  static final long QUIET_NANOS = TimeUnit.MINUTES.toNanos(1);

  /** Fewer are no proof: a CPU may be busy only between the ticks. */
  private static final long LEAST_EXPECTED = 200;

  private static final Metric PROGRAM =
      Metric.counter(
          "plumbline_sampler_total", "What the sampling programs in the kernel counted.", "what");

  private static final Metric SILENT =
      Metric.counter(
          "plumbline_sampler_silent_total",
          "Times that less than half of the expected samples came.");

  private static final Metric THINNING =
      Metric.gauge(
          "plumbline_sampler_thinning",
          "Each so many-th sample is taken, and counts as often; 1 unless the ring was full.");

  /** What the programs are to this class. */
  interface Programs {
    long count(Counter counter) throws IOException;

    /** Opens the events anew. */
    void reopen() throws IOException;

    /** Opens the events anew for each so many-th sample. */
    void thin(int factor) throws IOException;
  }

  private final Programs programs;
  private final Path proc;
  private final int frequencyHertz;
  private final LongSupplier ticker;
  private final Map<Counter, Long> counts = new ConcurrentHashMap<>();
  private long nextLookNanos;
  private long nextPaceNanos;
  private long quietUntilNanos;
  private long toldLost;
  private long busyTicks;
  private long taken;
  private final AtomicLong silent = new AtomicLong();
  private final SampleThinning thinning;
  private volatile int shownThinning = 1;

  SamplerHealth(Programs programs, Path proc, int frequencyHertz, LongSupplier ticker) {
    this.programs = programs;
    this.proc = proc;
    this.frequencyHertz = frequencyHertz;
    this.ticker = ticker;
    this.nextLookNanos = ticker.getAsLong() + LOOK_NANOS;
    this.nextPaceNanos = ticker.getAsLong() + PACE_NANOS;
    this.quietUntilNanos = ticker.getAsLong();
    this.thinning = new SampleThinning(frequencyHertz, ticker.getAsLong());
    this.busyTicks = busyTicks();
  }

  static SamplerHealth of(StackSampler sampler, int frequencyHertz) {
    Programs programs =
        new Programs() {
          @Override
          public long count(Counter counter) throws IOException {
            return sampler.count(counter);
          }

          @Override
          public void reopen() throws IOException {
            sampler.reopenCpuClock();
          }

          @Override
          public void thin(int factor) throws IOException {
            sampler.thin(factor);
          }
        };
    return new SamplerHealth(programs, Path.of("/proc"), frequencyHertz, System::nanoTime);
  }

  /** Does what is due; cheap where nothing is. */
  void look() throws IOException {
    long now = ticker.getAsLong();
    if (now - nextLookNanos < 0) {
      return;
    }
    nextLookNanos = now + LOOK_NANOS;
    count();
    thin(now);
    if (lost() > toldLost && now - quietUntilNanos >= 0) {
      quietUntilNanos = now + QUIET_NANOS;
      long more = lost() - toldLost;
      toldLost = lost();
      logger.warning(
          () ->
              more
                  + " samples were lost since the ring was full; each CPU gives one of "
                  + shownThinning
                  + " samples until it keeps up, and a lower --frequency helps");
    }
    if (now - nextPaceNanos >= 0) {
      nextPaceNanos = now + PACE_NANOS;
      checkPace();
    }
  }

  private void thin(long now) {
    if (thinning.look(lost(), of(Counter.SAMPLES), now)) {
      shownThinning = thinning.factor();
      try {
        programs.thin(shownThinning);
      } catch (IOException e) { // those that are missing are opened with the next look at the CPUs
        logger.warning(() -> "opening the CPU clock anew failed: " + FaultText.of(e));
      }
    }
  }

  /** Reads all counters. */
  void count() throws IOException {
    Map<Counter, Long> read = new EnumMap<>(Counter.class);
    for (Counter counter : Counter.values()) {
      read.put(counter, programs.count(counter));
    }
    counts.putAll(read);
  }

  /** Samples lost because the ring was full. Any thread. */
  long lost() {
    return of(Counter.LOST);
  }

  private long of(Counter counter) {
    return counts.getOrDefault(counter, 0L);
  }

  private void checkPace() throws IOException {
    long busy = busyTicks();
    long ticks = of(Counter.SAMPLES) + of(Counter.LOST) + of(Counter.FILTERED);
    long expected = (busy - busyTicks) * frequencyHertz / 100 / shownThinning;
    long came = ticks - taken;
    busyTicks = busy;
    taken = ticks;
    if (expected < LEAST_EXPECTED || came >= expected / 2) {
      return;
    }
    if (silent.incrementAndGet() == 1) {
      logger.warning(
          () ->
              "only "
                  + came
                  + " of about "
                  + expected
                  + " samples came in 5 s; the kernel may throttle them: "
                  + "kernel.perf_event_max_sample_rate is "
                  + sysctl("perf_event_max_sample_rate")
                  + ", kernel.perf_cpu_time_max_percent is "
                  + sysctl("perf_cpu_time_max_percent"));
    }
    try {
      programs.reopen();
    } catch (IOException e) { // those that are missing are opened with the next look at the CPUs
      logger.warning(() -> "opening the CPU clock anew failed: " + FaultText.of(e));
    }
  }

  private String sysctl(String name) {
    try {
      return Sysctl.read(proc.resolve("sys/kernel/" + name));
    } catch (IOException ignored) {
      return "unknown"; // only for the message
    }
  }

  /** Time of all CPUs in ticks of 10 ms, without that in which they idled or were taken away. */
  private long busyTicks() {
    try {
      String all = Files.readString(proc.resolve("stat")).lines().findFirst().orElse("");
      String[] words = all.split(" +", -1);
      long ticks = 0;
      for (int i : new int[] {1, 2, 3, 6, 7}) { // user, nice, system, irq, softirq
        ticks += i < words.length ? Long.parseLong(words[i]) : 0;
      }
      return ticks;
    } catch (IOException | NumberFormatException ignored) {
      return busyTicks; // nothing is expected then
    }
  }

  /** Any thread. */
  void report(MetricSink sink) {
    for (Counter counter : Counter.values()) {
      sink.accept(PROGRAM, of(counter), counter.name().toLowerCase(Locale.ROOT));
    }
    sink.accept(SILENT, silent.get());
    sink.accept(THINNING, shownThinning);
  }
}
