package dev.plumbline.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.plumbline.kernel.unwind.EndReason;
import dev.plumbline.process.Session.Seen;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One process id that the kernel gives to two programs in turn, without a pause between them. */
@KernelAccess
class ReusedIdTest {
  private static final int HERTZ = 499;

  /** Of each program, over some turns at least: on a busy machine one has few. */
  private static final int WANTED = 60;

  private static final String FIRST = "plain";
  private static final String SECOND = "noreturn";

  @TempDir private static Path directory;

  @Test
  void samplesOfAnIdThatIsGivenAgain_belongToTheProgramThatRan()
      throws IOException, InterruptedException {
    Path parent = Workload.gcc(directory, "same_id.c", "same_id");
    Path first = Workload.gcc(directory, FIRST + ".c", FIRST);
    Path second = Workload.gcc(directory, SECOND + ".c", SECOND, "-falign-functions=1");
    Set<String> programs = Set.of(FIRST, SECOND);
    try (Session session =
            Session.start(HERTZ, sample -> programs.contains(sample.record().comm()));
        Workload turns = Workload.start(parent.toString(), first.toString(), second.toString())) {
      session.pollUntil(
          () ->
              !turns.isAlive()
                  || (complete(session, FIRST).size() >= WANTED
                      && complete(session, SECOND).size() >= WANTED));
      assumeThat(turns.isAlive()).as("the kernel lets us choose a process id").isTrue();
      assertThat(session.seen.stream().map(Seen::pid).distinct()).hasSize(1);
      assertBelong(session, FIRST, SECOND, Set.of("victim", "handler", "caller"));
      assertBelong(session, SECOND, FIRST, Set.of("whirl"));
    }
  }

  private static List<Seen> complete(Session session, String program) {
    return of(session, program).stream()
        .filter(one -> one.end() == EndReason.ROOT && one.process().equals(program))
        .toList();
  }

  private static List<Seen> of(Session session, String program) {
    return session.seen.stream().filter(one -> one.thread().equals(program)).toList();
  }

  private static void assertBelong(
      Session session, String program, String other, Set<String> otherFunctions) {
    assertThat(of(session, program))
        .noneMatch(one -> one.process().equals(other))
        .noneMatch(one -> one.executable().endsWith("/" + other))
        .noneMatch(one -> otherFunctions.stream().anyMatch(one.chain()::contains));
    assertThat(complete(session, program)).hasSizeGreaterThanOrEqualTo(WANTED);
  }
}
