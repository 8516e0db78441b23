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
  private static final int ROUNDS = 5;
  private static final long MAX_DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  @TempDir private static Path directory;
  private static Path plain;

  @BeforeAll
  static void compile() throws IOException, InterruptedException {
    plain = Workload.gcc(directory, "plain.c", "plain");
  }

  private static Path copyOfPlain(String name) throws IOException {
    return Files.copy(plain, directory.resolve(name));
  }

  /** Names hold in every round; how soon the new program is known takes a CPU that is free. */
  @Test
  void execByAnotherThread_keepsTheProcessAndChangesItsProgram()
      throws IOException, InterruptedException {
    Path first = Workload.gcc(directory, "thread_exec.c", "thread_exec", "-pthread");
    long leastDelay = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS && leastDelay >= MAX_DELAY_NANOS; round++) {
      Path second = copyOfPlain("second" + round);
      try (Session session =
              Session.start(
                  HERTZ, sample -> isOf(sample, "thread_exec", second.getFileName().toString()));
          Workload workload = Workload.start(first.toString(), "5000", second.toString())) {
        leastDelay = Math.min(leastDelay, delayOfExec(session, workload.pid(), second));
      }
    }
    assertThat(leastDelay).isLessThan(MAX_DELAY_NANOS);
  }

  /** Time from the first sample of a process's second program to the first that knows it. */
  private static long delayOfExec(Session session, int pid, Path program) throws IOException {
    String name = program.getFileName().toString();
    session.pollUntil(() -> count(session, name) >= 500);
    List<Seen> seen = session.seen;
    assertThat(seen).hasSizeGreaterThan(500).allMatch(one -> one.pid() == pid);
    int change = 0;
    while (!seen.get(change).thread().equals(name)) {
      change++;
    }
    // The kernel renames the thread some moments before it reports the exec.
    List<Seen> after =
        byTime(seen.subList(change, seen.size())).stream()
            .dropWhile(one -> !one.process().equals(name) && one.end() == EndReason.READ_FAULT)
            .toList();
    assertThat(change).isPositive();
    assertThat(after).allMatch(one -> one.process().equals(name));
    List<Seen> read = after.stream().filter(one -> !one.executable().equals("null")).toList();
    assertThat(read).allMatch(one -> one.executable().equals(program.toString()));
    int known = 0;
    while (!after.get(known).chain().contains("turn") // the loader's table is there before
        || after.get(known).end() != EndReason.ROOT
        || after.get(known).isRescued()) {
      if (++known == after.size()) {
        return Long.MAX_VALUE; // no CPU was free for us: the next round
      }
    }
    assertThat(after.subList(known, after.size())).allMatch(one -> one.end() == EndReason.ROOT);
    long delay = read.get(0).timeNanos() - after.get(0).timeNanos();
    System.out.println("read " + delay / 1_000_000 + " ms after the first sample");
    return delay;
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
      // Other shells of the machine are not ours to judge, and what ended, or began another
      // program,
      // before it was read on a busy machine has no executable.
      assertThat(session.seen)
          .filteredOn(one -> one.pid() == workload.pid() || one.thread().equals("stage"))
          .filteredOn(one -> !one.executable().isEmpty() && !one.executable().equals("null"))
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
      boolean isMet = false;
      for (int round = 0; round < ROUNDS && !isMet; round++) {
        session.settle();
        isMet = areMostlyComplete(session, brief);
      }
      assertThat(isMet).as("95 % complete in one of %s rounds", ROUNDS).isTrue();
    }
  }

  /** One round: a process that is gone before a busy machine lets us read it has no mappings. */
  private static boolean areMostlyComplete(Session session, Path program)
      throws IOException, InterruptedException {
    Thread starter = new Thread(() -> startMany(program, 150));
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
        Session.chains(session.seen.stream().filter(one -> one.end() != EndReason.ROOT).toList()));
    assertThat(session.seen).hasSizeGreaterThan(300);
    return complete * 100 >= session.seen.size() * 95L;
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
