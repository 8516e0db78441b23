package dev.plumbline.process;

import dev.plumbline.kernel.unwind.EndReason;
import dev.plumbline.kernel.unwind.SamplerOptions;
import dev.plumbline.kernel.unwind.StackSampler;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Samples the host and keeps what it sees of some processes, for tests. */
final class Session implements AutoCloseable {
  /** A bound only: what is waited for comes in a second or two, unless the machine is busy. */
  private static final long DEADLINE_NANOS = TimeUnit.SECONDS.toNanos(120);

  /** One sample. */
  record Seen(
      int pid,
      long timeNanos,
      String process,
      String executable,
      String thread,
      EndReason end,
      boolean isRescued,
      String chain) {}

  final StackSampler sampler;
  final HostSampling sampling;
  final List<Seen> seen = new ArrayList<>();
  private final FrameNames names = new FrameNames();
  private final Predicate<HostSample> filter;

  private Session(StackSampler sampler, HostSampling sampling, Predicate<HostSample> filter) {
    this.sampler = sampler;
    this.sampling = sampling;
    this.filter = filter;
  }

  static Session start(int hertz, Predicate<HostSample> filter) throws IOException {
    return start(hertz, filter, options -> {});
  }

  static Session start(int hertz, Predicate<HostSample> filter, Consumer<HostSampling.Builder> with)
      throws IOException {
    StackSampler sampler =
        StackSampler.load(
            SamplerOptions.builder().excludedTgid((int) ProcessHandle.current().pid()).build());
    HostSampling.Builder options = HostSampling.builder(sampler);
    with.accept(options);
    Session session = new Session(sampler, options.build(), filter);
    session.sampling.start(Hertz.upTo(hertz));
    return session;
  }

  static Predicate<HostSample> of(Workload workload) {
    return sample -> sample.record().tgid() == workload.pid();
  }

  void pollUntil(BooleanSupplier isDone) throws IOException {
    long start = System.nanoTime();
    while (!isDone.getAsBoolean() && System.nanoTime() - start < DEADLINE_NANOS) {
      sampling.poll(50, this::take);
    }
  }

  /** Until a number of samples is there whose code was known. */
  void pollKnown(int count) throws IOException {
    pollUntil(() -> known().size() >= count);
  }

  /** Lets waiting samples run out, and forgets all that was seen. */
  void settle() throws IOException {
    long start = System.nanoTime();
    pollUntil(() -> System.nanoTime() - start > TimeUnit.MILLISECONDS.toNanos(2000));
    seen.clear();
  }

  List<Seen> known() {
    return seen.stream()
        .filter(
            one ->
                one.end() != EndReason.NO_PROCESS
                    && one.end() != EndReason.NO_TABLE
                    && one.end() != EndReason.NO_MAPPING)
        .toList();
  }

  private void take(HostSample sample) {
    if (!filter.test(sample)) {
      return;
    }
    ProcessImage process = sample.process();
    seen.add(
        new Seen(
            sample.record().tgid(),
            sample.record().timeNanos(),
            process == null ? "" : process.name(),
            process == null ? "" : String.valueOf(process.executable()),
            sample.record().comm(),
            sample.endReason(),
            sample.endReason() != sample.record().endReason(),
            names.chain(sample)));
  }

  /** How often each chain occurs. */
  static Map<String, Integer> chains(List<Seen> samples) {
    Map<String, Integer> chains = new HashMap<>();
    samples.forEach(
        one ->
            chains.merge(
                one.end() + (one.isRescued() ? " (walked by us) " : " ") + one.chain(),
                1,
                Integer::sum));
    return chains;
  }

  @Override
  public void close() {
    sampling.close();
    sampler.close();
  }
}
