package dev.plumbline.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.kernel.unwind.Counter;
import dev.plumbline.kernel.unwind.EndReason;
import dev.plumbline.kernel.unwind.SamplerOptions;
import dev.plumbline.kernel.unwind.StackSampler;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Complete stacks of programs in many languages, all at once, on the running kernel. */
@KernelAccess
class CompletenessTest {
  private static final int HERTZ = 199;

  /** Room for many seconds in which a busy machine lets nobody read. */
  private static final int RING_BYTES = 32 << 20;

  private static final int MAX_WARM_UP_SECONDS = 120;
  private static final int SAMPLES_EACH = Integer.getInteger("completeness.samples", 300);
  private static final long MAX_NANOS = TimeUnit.SECONDS.toNanos(MAX_WARM_UP_SECONDS);

  @TempDir private Path directory;

  private final Map<String, Workload> workloads = new LinkedHashMap<>();
  private final Map<Integer, Map<EndReason, Integer>> ends = new HashMap<>();
  private final Map<Integer, Map<String, Integer>> broken = new HashMap<>();
  private final FrameNames names = new FrameNames();
  private final Set<Integer> walkedInKernel = new HashSet<>();
  private long fromNanos;

  @Test
  void everyLanguage_hasCompleteStacks() throws IOException, InterruptedException {
    try (StackSampler sampler =
            StackSampler.load(
                SamplerOptions.builder()
                    .excludedTgid((int) ProcessHandle.current().pid())
                    .ringBytes(RING_BYTES)
                    .build());
        HostSampling sampling = HostSampling.builder(sampler).build()) {
      startAll();
      sampling.start(Hertz.upTo(HERTZ));
      warmUp(sampling);
      long start = System.nanoTime();
      while (!hasEnough() && System.nanoTime() - start < MAX_NANOS) {
        poll(sampling, 1);
      }
      sampling.stop(this::take);
      report(sampling);
      assertThat(sampler.count(Counter.LOST)).isZero();
    } finally {
      workloads.values().forEach(Workload::close);
    }
    for (String name : workloads.keySet()) {
      assertThat(total(name)).as(name).isGreaterThanOrEqualTo(SAMPLES_EACH);
      assertThat(total(name) - complete(name)).as(name).isLessThanOrEqualTo(allowed(name));
    }
  }

  /**
   * Broken stacks of a language. Two have instructions with no caller to be found: Go's runtime
   * between stacks, and libgcc's unwinder while it puts the registers of a landing pad in the place
   * of those that it saved.
   */
  private long allowed(String name) {
    return switch (name) {
      case "go" -> Math.max(1, total(name) * 5 / 1000);
      case "c++" -> Math.max(1, total(name) / 1000);
      default -> 0;
    };
  }

  /** Until the kernel has walked a stack of each of our programs to its root. */
  private void warmUp(HostSampling sampling) throws IOException {
    for (int second = 0; !notYetWalkedInKernel().isEmpty(); second++) {
      assertThat(second)
          .as(
              "seconds until the tables of %s are there; %s %s",
              notYetWalkedInKernel(), ends, sampling.counts().toMap())
          .isLessThan(MAX_WARM_UP_SECONDS);
      poll(sampling, 1);
    }
    fromNanos = System.nanoTime();
    ends.clear();
    broken.clear();
  }

  private boolean hasEnough() {
    return workloads.keySet().stream().allMatch(name -> total(name) >= SAMPLES_EACH);
  }

  private Map<String, Integer> notYetWalkedInKernel() {
    Map<String, Integer> waiting = new TreeMap<>();
    workloads.forEach((name, workload) -> waiting.put(name, workload.pid()));
    waiting.values().removeAll(walkedInKernel);
    return waiting;
  }

  private void poll(HostSampling sampling, long seconds) throws IOException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (System.nanoTime() < end) {
      sampling.poll(100, this::take);
    }
  }

  private void startAll() throws IOException, InterruptedException {
    Path c = Workload.gcc(directory, "chain.c", "chain-c", "-fomit-frame-pointer");
    workloads.put("c", Workload.start(c.toString()));
    Path cpp = Workload.gcc(directory, "chain.cpp", "chain-cpp", "-fomit-frame-pointer");
    workloads.put("c++", Workload.start(cpp.toString()));
    if (Workload.isInstalled("rustc")) {
      String source = Workload.SOURCES.resolve("chain.rs").toString();
      Workload.compile(directory, "rustc", "-O", "-o", "chain-rust", source);
      workloads.put("rust", Workload.start(directory.resolve("chain-rust").toString()));
    }
    if (Workload.isInstalled("go")) {
      String source = Workload.SOURCES.resolve("chain.go").toString();
      Workload.compile(directory, "go", "build", "-o", "chain-go", source);
      workloads.put("go", Workload.start(directory.resolve("chain-go").toString()));
    }
    for (Map.Entry<String, String> script :
        new TreeMap<>(Map.of("python3", "chain.py", "node", "chain.js")).entrySet()) {
      if (Workload.isInstalled(script.getKey())) {
        String source = Workload.SOURCES.resolve(script.getValue()).toString();
        workloads.put(script.getKey(), Workload.start(script.getKey(), source));
      }
    }
  }

  private void take(HostSample sample) {
    if (sample.record().timeNanos() < fromNanos) {
      return; // of the warm-up: it waited for a table
    }
    int pid = sample.record().tgid();
    if (sample.record().endReason().isComplete()) {
      walkedInKernel.add(pid);
    }
    ends.computeIfAbsent(pid, p -> new TreeMap<>()).merge(sample.endReason(), 1, Integer::sum);
    if (!sample.endReason().isComplete()) {
      String chain = sample.endReason() + " " + names.chain(sample);
      broken.computeIfAbsent(pid, p -> new HashMap<>()).merge(chain, 1, Integer::sum);
    }
  }

  private Map<EndReason, Integer> ends(String workload) {
    return ends.getOrDefault(workloads.get(workload).pid(), Map.of());
  }

  private long total(String workload) {
    return ends(workload).values().stream().mapToLong(n -> n).sum();
  }

  private long complete(String workload) {
    return ends(workload).entrySet().stream()
        .filter(end -> end.getKey().isComplete())
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  private void report(HostSampling sampling) {
    for (Map.Entry<String, Workload> workload : workloads.entrySet()) {
      String name = workload.getKey();
      System.out.println(
          name + ": " + Workload.percent(complete(name), total(name)) + " " + ends(name));
      List<Map.Entry<String, Integer>> worst =
          new ArrayList<>(broken.getOrDefault(workload.getValue().pid(), Map.of()).entrySet());
      worst.sort(Map.Entry.<String, Integer>comparingByValue().reversed());
      worst.stream().limit(6).forEach(entry -> System.out.println("   " + entry));
    }
    System.out.println(sampling.counts().toMap() + " " + sampling.ends().toMap());
  }
}
