package dev.plumbline.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.plumbline.kernel.btf.Btf;
import dev.plumbline.kernel.elf.ElfFile;
import dev.plumbline.kernel.elf.ElfSection;
import dev.plumbline.kernel.elf.ElfSymbol;
import dev.plumbline.kernel.unwind.Counter;
import dev.plumbline.kernel.unwind.EndReason;
import dev.plumbline.process.Session.Seen;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Children that run their parent's code, a probe on a return, and the memory for tables. */
@KernelAccess
class ForkAndProbeTest {
  @TempDir private Path directory;

  @Test
  void forkedChild_isWalkedFromItsFirstSample() throws IOException, InterruptedException {
    Path program = Workload.gcc(directory, "fork_server.c", "forker");
    try (Workload workload = Workload.start(program.toString());
        Session session =
            Session.start(
                499,
                sample ->
                    sample.record().comm().equals("forker") && !sample.record().isKernelMode())) {
      session.pollUntil(() -> isWalkedInKernel(session)); // the tables are there, also the parent's
      assertThat(workload.isAlive()).isTrue();
      session.settle();
      session.pollUntil(() -> session.seen.size() >= 500);
      List<Seen> complete =
          session.seen.stream().filter(one -> one.end() == EndReason.ROOT).toList();
      Set<Integer> pids = new HashSet<>();
      session.seen.forEach(one -> pids.add(one.pid()));
      System.out.println(
          pids.size() + " processes, " + Workload.percent(complete.size(), session.seen.size()));
      System.out.println(
          Session.chains(
              session.seen.stream().filter(one -> one.end() != EndReason.ROOT).toList()));
      assertThat(session.sampler.count(Counter.FORK_COPIES)).isGreaterThan(pids.size() / 2);
      assertThat(complete.size() * 1000L).isGreaterThanOrEqualTo(session.seen.size() * 990L);
      assertThat(complete)
          .allMatch(one -> one.process().equals("forker"))
          .anyMatch(one -> one.chain().endsWith("main;child;serve"));
    }
  }

  @Test
  void returnProbe_doesNotHideTheTrueCaller() throws IOException, InterruptedException {
    Path program = Workload.gcc(directory, "plain.c", "plain");
    Path attach = Workload.gcc(directory, "return_probe.c", "return_probe");
    String offset = Long.toHexString(fileOffset(program, "turn"));
    Process probe = new ProcessBuilder(attach.toString(), program.toString(), offset).start();
    try (Workload workload = Workload.start(program.toString());
        Session session = Session.start(499, Session.of(workload))) {
      assumeThat(isAttached(probe)).as("the kernel takes return probes").isTrue();
      session.settle();
      session.pollKnown(300);
      List<Seen> known = session.known();
      String chains = Session.chains(known).toString();
      assertThat(known).as(chains).anyMatch(one -> one.chain().endsWith("main;whirl;turn"));
      if (Files.isReadable(Btf.KERNEL)) {
        // A few fall behind the kernel's own work in the trampoline, when the list is empty again.
        assertThat(known)
            .as(chains)
            .allMatch(
                one ->
                    one.end() == EndReason.RETURN_PROBE
                        ? !one.chain().contains(";")
                        : one.chain().contains("main;whirl"))
            .filteredOn(one -> one.end() == EndReason.ROOT)
            .hasSizeGreaterThanOrEqualTo(known.size() * 90 / 100);
      } else {
        assertThat(known)
            .filteredOn(one -> one.end() == EndReason.RETURN_PROBE)
            .isNotEmpty()
            .noneMatch(one -> one.chain().contains("main"));
      }
      probe.destroyForcibly().waitFor();
      session.pollUntil(() -> isRecovered(session));
      assertThat(isRecovered(session)).isTrue();
    } finally {
      probe.destroyForcibly().waitFor();
    }
  }

  private static boolean isAttached(Process probe) throws IOException {
    BufferedReader output =
        new BufferedReader(new InputStreamReader(probe.getInputStream(), StandardCharsets.UTF_8));
    return "attached".equals(output.readLine());
  }

  private static long ends(Session session, EndReason reason) {
    return session.seen.stream().filter(one -> one.end() == reason).count();
  }

  private static boolean isRecovered(Session session) {
    return last(session, 50).stream().allMatch(one -> one.end() == EndReason.ROOT);
  }

  private static boolean isWalkedInKernel(Session session) {
    List<Seen> last = last(session, 100);
    return last.size() == 100
        && last.stream().allMatch(one -> one.end() == EndReason.ROOT && !one.isRescued());
  }

  private static List<Seen> last(Session session, int count) {
    return session.seen.subList(Math.max(0, session.seen.size() - count), session.seen.size());
  }

  private static long fileOffset(Path program, String function) throws IOException {
    ElfFile elf = ElfFile.open(program);
    ElfSection symbols = elf.section(".symtab");
    assertThat(symbols).isNotNull();
    for (int i = 0; i < elf.symbolCount(symbols); i++) {
      ElfSymbol symbol = elf.symbol(symbols, i);
      if (symbol.name().equals(function)) {
        return elf.fileOffset(symbol.value());
      }
    }
    throw new AssertionError(function);
  }

  /** Ten files of some 300 KiB each: whatever else runs here, most of them find no room. */
  @Test
  void tables_stayWithinTheirMemory() throws IOException, InterruptedException {
    long limit = 1 << 20;
    int files = 10;
    Path program = Workload.gcc(directory, "many_rules.c", "rules");
    List<Workload> workloads = new ArrayList<>();
    try {
      for (int i = 0; i < files; i++) {
        Path copy = Files.copy(program, directory.resolve("rules" + i));
        workloads.add(Workload.start(copy.toString()));
      }
      try (Session session =
          Session.start(99, sample -> false, options -> options.maxTableBytes(limit))) {
        session.pollUntil(() -> shed(session) >= files - 3 && loaded(session) > 0);
        assertThat(shed(session)).isGreaterThanOrEqualTo(files - 3);
        assertThat(loaded(session)).isPositive();
        session.sampling.close(); // the tables are the other thread's until then
        assertThat(session.sampler.tables().bytes()).isPositive().isLessThanOrEqualTo(limit);
      }
    } finally {
      workloads.forEach(Workload::close);
    }
  }

  private static long shed(Session session) {
    return session.sampling.counts().count(TrackingCount.TABLES_SHED);
  }

  private static long loaded(Session session) {
    return session.sampling.counts().count(TrackingCount.TABLES_LOADED);
  }
}
