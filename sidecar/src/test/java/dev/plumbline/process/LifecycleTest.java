package dev.plumbline.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.plumbline.kernel.unwind.EndReason;
import dev.plumbline.process.Session.Seen;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that begin, change and end while the host is sampled. */
@KernelAccess
class LifecycleTest {
  private static final int HERTZ = 499;

  @TempDir private static Path directory;
  private static Path plain;

  @BeforeAll
  static void compile() throws IOException, InterruptedException {
    plain = Workload.gcc(directory, "plain.c", "plain");
  }

  private static Path copyOfPlain(String name) throws IOException {
    return Files.copy(plain, directory.resolve(name));
  }

  @Test
  void execByAnotherThread_keepsTheProcessAndChangesItsProgram()
      throws IOException, InterruptedException {
    Path first = Workload.gcc(directory, "thread_exec.c", "thread_exec", "-pthread");
    Path second = copyOfPlain("second");
    try (Session session = Session.start(HERTZ, sample -> isOf(sample, "thread_exec", "second"));
        Workload workload = Workload.start(first.toString(), "5000", second.toString())) {
      session.pollUntil(() -> count(session, "second") >= 500);
      List<Seen> seen = session.seen;
      assertThat(seen).allMatch(one -> one.pid() == workload.pid());
      int change = 0;
      while (!seen.get(change).thread().equals("second")) {
        change++;
      }
      List<Seen> after = byTime(seen.subList(change, seen.size()));
      assertThat(change).isPositive();
      assertThat(after).allMatch(one -> one.process().equals("second"));
      List<Seen> read = after.stream().filter(one -> !one.executable().equals("null")).toList();
      long delay = read.get(0).timeNanos() - after.get(0).timeNanos();
      System.out.println("read " + delay / 1_000_000 + " ms after the first sample");
      assertThat(read).allMatch(one -> one.executable().equals(second.toString()));
      assertThat(delay).isLessThan(TimeUnit.MILLISECONDS.toNanos(200));
      long settled = after.get(0).timeNanos() + TimeUnit.MILLISECONDS.toNanos(500);
      assertThat(after)
          .filteredOn(one -> one.timeNanos() > settled)
          .isNotEmpty()
          .allMatch(one -> one.end() == EndReason.ROOT);
    }
  }

  private static boolean isOf(HostSample sample, String... names) {
    return Set.of(names).contains(sample.record().comm());
  }

  private static long count(Session session, String process) {
    return session.seen.stream().filter(one -> one.process().equals(process)).count();
  }

  private static List<Seen> byTime(List<Seen> seen) {
    List<Seen> sorted = new ArrayList<>(seen);
    sorted.sort(java.util.Comparator.comparingLong(Seen::timeNanos));
    return sorted;
  }

  @Test
  void wrappers_areNamedByTheirStage() throws IOException, InterruptedException {
    Path stage = copyOfPlain("stage");
    String script = stage + " 500; exec " + stage;
    try (Session session = Session.start(HERTZ, sample -> isOf(sample, "stage", "bash"));
        Workload workload = Workload.start("env", "-i", "bash", "-c", script)) {
      session.pollUntil(() -> count(session, "stage") >= 400);
      List<Seen> last = session.seen.stream().filter(one -> one.pid() == workload.pid()).toList();
      assertThat(last).anyMatch(one -> one.thread().equals("stage"));
      assertThat(session.seen)
          .allMatch(one -> one.process().equals(one.thread()))
          .filteredOn(one -> one.thread().equals("stage") && one.end() == EndReason.ROOT)
          .isNotEmpty()
          .allMatch(one -> one.executable().equals(stage.toString()));
    }
  }

  @Test
  void programOfTheLoader_hasItsOwnName() throws IOException {
    Path loader = Path.of("/lib64/ld-linux-x86-64.so.2");
    assumeThat(Files.isExecutable(loader)).as(loader.toString()).isTrue();
    try (Workload workload =
            Workload.startIn(directory, loader.toString(), "--library-path", ".", "./plain");
        Session session = Session.start(HERTZ, Session.of(workload))) {
      session.pollKnown(100);
      assertThat(session.known())
          .isNotEmpty()
          .allMatch(one -> one.process().equals("plain"))
          .allMatch(one -> one.executable().equals(plain.toString()));
    }
  }

  @Test
  void namedThread_doesNotNameTheProcess() throws IOException, InterruptedException {
    Path program = Workload.gcc(directory, "renamed_thread.c", "renamed", "-pthread");
    try (Workload workload = Workload.start(program.toString());
        Session session = Session.start(HERTZ, Session.of(workload))) {
      session.pollKnown(100);
      assertThat(session.known())
          .isNotEmpty()
          .allMatch(one -> one.process().equals("renamed"))
          .allMatch(one -> one.thread().equals("Attach API wait"))
          .allMatch(one -> one.end() == EndReason.ROOT);
    }
  }

  @Test
  void shortLivedProcesses_haveCompleteStacksAndTheirOwnName()
      throws IOException, InterruptedException {
    Path brief = copyOfPlain("brief");
    try (Session session = Session.start(197, sample -> isOf(sample, "brief"))) {
      try (Workload first = Workload.start(brief.toString())) {
        session.pollKnown(20); // the tables of the program and libc are there
        assertThat(first.isAlive()).isTrue();
      }
      session.settle();
      Thread starter = new Thread(() -> startMany(brief, 150));
      starter.start();
      session.pollUntil(() -> !starter.isAlive());
      starter.join(TimeUnit.SECONDS.toMillis(10));
      session.sampling.poll(1000, sample -> {});
      long complete =
          session.seen.stream()
              .filter(one -> one.end() == EndReason.ROOT && one.process().equals("brief"))
              .count();
      Set<Integer> pids = new HashSet<>();
      session.seen.forEach(one -> pids.add(one.pid()));
      System.out.println(
          pids.size()
              + " short-lived processes, "
              + session.seen.size()
              + " samples, complete "
              + Workload.percent(complete, session.seen.size())
              + " "
              + session.sampling.counts().toMap());
      System.out.println(
          Session.chains(
              session.seen.stream().filter(one -> one.end() != EndReason.ROOT).toList()));
      assertThat(session.seen).hasSizeGreaterThan(300);
      assertThat(complete * 100).isGreaterThanOrEqualTo(session.seen.size() * 95L);
    }
  }

  private static void startMany(Path program, int count) {
    for (int i = 0; i < count; i++) {
      String milliseconds = Integer.toString(20 + i % 10 * 5);
      try {
        Process process = new ProcessBuilder(program.toString(), milliseconds).start();
        process.waitFor(10, TimeUnit.SECONDS);
        process.destroyForcibly();
      } catch (IOException | InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Test
  void endedProcess_isForgotten() throws IOException {
    try (Session session = Session.start(HERTZ, sample -> false)) {
      int pid;
      try (Workload workload = Workload.start(plain.toString())) {
        pid = workload.pid();
        session.pollUntil(() -> isKnown(session, pid));
        assertThat(isKnown(session, pid)).isTrue();
      }
      session.pollUntil(() -> !isKnown(session, pid));
      assertThat(isKnown(session, pid)).isFalse();
    }
  }

  private static boolean isKnown(Session session, int pid) {
    return session.sampling.processes().stream()
        .anyMatch(image -> image.key().pid() == pid && image.isResolved());
  }
}
