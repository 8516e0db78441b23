package dev.plumbline.kernel.unwind;

import dev.plumbline.kernel.BpfObject;
import dev.plumbline.kernel.BpfObjectLoader;
import dev.plumbline.kernel.BpfProgram;
import dev.plumbline.kernel.TestObjects;
import dev.plumbline.kernel.VerifierException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs inside the guests of {@code src/test/matrix}: loads every packed object, and those of the
 * gadgets that are descriptor and C, and checks the golden chain. Prints lines that begin with
 * MATRIX; the last one is {@code MATRIX ok} or says what failed.
 */
final class KernelMatrix {
  private static final int HERTZ = 99;

  /** What {@link StackSampler#load} loads; the second where processes can be followed. */
  private static final Set<String> OF_SAMPLER =
      Set.of("profile_cpu.bpf.o", "process_lifecycle.bpf.o");

  private static final int WANTED = 300;
  private static final long DEADLINE_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final Set<String> CHAINS =
      Set.of(
          "_start;chain;framed;realigned;slot",
          "_start;chain;framed;realigned;bare",
          "_start;chain;framed;realigned;victim;restorer;handler;kept;spin");

  private KernelMatrix() {}

  public static void main(String[] arguments) throws IOException {
    say(Files.readString(Path.of("/proc/sys/kernel/osrelease")).strip());
    try (StackSampler sampler = StackSampler.load(SamplerOptions.builder().build())) {
      say(sampler.variant().toString());
      String problem = verified(sampler);
      if (problem.isEmpty() && arguments.length > 2) {
        problem = loadOthers(arguments[1], arguments[2]);
      }
      if (!problem.isEmpty()) {
        say("FAILED " + problem);
        return;
      }
      sampler.followProcesses();
      say(walk(sampler, Path.of(arguments[0])));
    } catch (VerifierException e) {
      say(e.getMessage());
      say("FAILED to load");
    }
  }

  /** What the programs cost the verifier, and what was given up for it; empty if that is well. */
  private static String verified(StackSampler sampler) throws IOException {
    VerifierException refusal = sampler.refusal();
    if (refusal != null) {
      return "a lesser variant runs: " + refusal.getMessage();
    }
    for (BpfProgram program : sampler.object().programs().values()) {
      long count = program.verifiedInstructions();
      say(program.name() + " verified " + (count == 0 ? "(not told before 5.16)" : count));
      if (count > TestObjects.MOST_VERIFIED) {
        return program.name() + ": more than " + TestObjects.MOST_VERIFIED + " instructions";
      }
    }
    return "";
  }

  /**
   * Loads what the sampler does not: an object that is packed and not known here would be forgotten
   * otherwise.
   *
   * @param packed directory of our objects
   * @param gadgets directory of objects compiled from gadgets; may be empty
   */
  private static String loadOthers(String packed, String gadgets) throws IOException {
    for (String name : objects(Path.of(packed))) {
      if (!OF_SAMPLER.contains(name)) {
        return "object " + name + " is loaded by nobody here";
      }
    }
    for (String name : objects(Path.of(gadgets))) {
      Path file = Path.of(gadgets, name);
      try (BpfObject object =
          BpfObjectLoader.of(ByteBuffer.wrap(Files.readAllBytes(file)), name).load()) {
        say(name + " loads " + object.programs().keySet());
      } catch (VerifierException e) {
        return name + ": " + e.getMessage();
      }
    }
    return "";
  }

  private static List<String> objects(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".bpf.o"))
          .sorted()
          .toList();
    }
  }

  private static void say(String line) {
    System.out.println("MATRIX " + line);
  }

  private static String walk(StackSampler sampler, Path program) throws IOException {
    Map<String, Integer> ends = new TreeMap<>();
    int[] counts = new int[2];
    Set<String> seen = new TreeSet<>();
    try (GoldenProgram golden = GoldenProgram.start(program)) {
      UnwindTable rows = golden.table();
      int table = sampler.tables().add(rows);
      sampler
          .processes()
          .put(golden.pid(), golden.startTicks(), List.of(golden.mapping(table, rows)));
      sampler.startCpuClock(HERTZ);
      SampleRecord record = new SampleRecord();
      long start = System.nanoTime();
      while (counts[0] < WANTED && System.nanoTime() - start < DEADLINE_NANOS) {
        sampler.samples().await(100);
        sampler
            .samples()
            .drain(
                (buffer, offset, length) -> {
                  if (record.wrap(buffer, offset, length) && record.tgid() == golden.pid()) {
                    String chain = chain(golden, record);
                    counts[1] += isExpected(sampler, record.endReason(), chain) ? 1 : 0;
                    counts[0]++;
                    seen.add(chain);
                    ends.merge(record.endReason().toString(), 1, Integer::sum);
                  }
                });
      }
    }
    List<String> lives = lifecycle(sampler);
    String facts = counts[1] + " of " + counts[0] + " exact, ends " + ends + ", lifecycle " + lives;
    boolean isGood =
        counts[0] >= WANTED
            && counts[1] >= counts[0] * 99 / 100
            && seen.containsAll(CHAINS)
            && (lives.containsAll(List.of("FORK", "EXEC", "EXIT"))
                || !sampler.variant().kernelReads())
            && sampler.count(Counter.LOST) == 0;
    say(facts);
    return isGood ? "ok" : "FAILED: " + seen;
  }

  /** Under lockdown to confidentiality the registers behind a system call cannot be read. */
  private static boolean isExpected(StackSampler sampler, EndReason end, String chain) {
    boolean isExact =
        end == EndReason.ROOT
            && CHAINS.stream()
                .anyMatch(known -> known.equals(chain) || known.startsWith(chain + ";"));
    return isExact || (end == EndReason.NO_REGISTERS && !sampler.variant().kernelReads());
  }

  private static String chain(GoldenProgram golden, SampleRecord record) {
    try {
      return golden.chain(record);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> lifecycle(StackSampler sampler) {
    Set<String> kinds = new TreeSet<>();
    LifecycleRecord record = new LifecycleRecord();
    if (sampler.lifecycle() != null) {
      long start = System.nanoTime();
      while (!kinds.contains("EXIT") && System.nanoTime() - start < DEADLINE_NANOS) {
        sampler
            .lifecycle()
            .drain(
                (buffer, offset, length) -> {
                  if (record.wrap(buffer, offset, length)) {
                    kinds.add(record.kind().toString());
                  }
                });
        Thread.onSpinWait();
      }
    }
    return List.copyOf(kinds);
  }
}
