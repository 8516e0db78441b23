package dev.plumbline.it.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.it.host.Launcher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Signals that come while {@code plumbline serve} starts. It replaces itself once on the way, with
 * other flags, and what it was told before that must not be lost.
 */
class EndDuringStartIT extends ServeTestCase {
  /** Of SIGTERM, in the masks of /proc. */
  private static final long TERM = 1L << 14;

  private Process process;

  private void start() throws Exception {
    Path file = Files.writeString(directory.resolve("c.yaml"), config(""));
    process = launcher.plumbline("serve", "--config=" + file);
  }

  /** With caches of its own it writes an archive as it ends, and is replaced amid that. */
  private void startWithoutArchive(int number) throws Exception {
    launcher = new Launcher(Files.createDirectories(directory.resolve("start" + number)));
    launcher.environment("STATE_DIRECTORY", directory.resolve("state").toString());
    start();
    awaitMoment(this::isJava);
  }

  private String ofProcess(String name) throws IOException {
    return Files.readString(Path.of("/proc", Long.toString(process.pid()), name));
  }

  /** Java has handlers of its own from then on. */
  private boolean isJava() throws IOException {
    return ofProcess("comm").strip().equals("java")
        && ofProcess("status")
            .lines()
            .filter(line -> line.startsWith("SigCgt:"))
            .anyMatch(line -> (Long.parseUnsignedLong(line.substring(8).strip(), 16) & TERM) != 0);
  }

  private boolean isReplaced() throws IOException {
    return ofProcess("cmdline").contains("-Dplumbline.flags=serve");
  }

  private void awaitMoment(Callable<Boolean> condition) throws Exception {
    for (int i = 0; i < 60_000 && !condition.call(); i++) {
      Thread.sleep(1);
    }
    assertThat(condition.call()).isTrue();
  }

  /** A signal at the wrong moment was lost: the moments are in the time that one start took. */
  @Test
  void term_beforeItIsReplaced_endsIt() throws Exception {
    startWithoutArchive(0);
    long start = System.nanoTime();
    awaitMoment(this::isReplaced);
    long taken = System.nanoTime() - start;
    process.destroyForcibly().waitFor();
    for (int percent : List.of(70, 95)) {
      startWithoutArchive(percent);
      Thread.sleep(TimeUnit.NANOSECONDS.toMillis(taken * percent / 100));
      process.destroy();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("after %d %%", percent).isTrue();
    }
  }

  private boolean isNamedJava() throws IOException {
    return ofProcess("comm").strip().equals("java");
  }

  /** From the first moment of the first of its two JVMs; any of them without a handler ended it. */
  @Test
  void hangUp_atAnyMoment_isNoEnd_andIsTakenAfterwards() throws Exception {
    start();
    awaitMoment(this::isNamedJava);
    while (process.isAlive() && !log().contains("; page ")) {
      launcher.run("kill", "-HUP", Long.toString(process.pid()));
    }
    assertThat(process.isAlive()).as(log()).isTrue();
    await(process, () -> log().contains("configuration read anew"));
    terminate(process);
    assertThat(process.exitValue()).as(log()).isZero();
  }

  @Test
  void hangUp_whileItStarts_isARereadAndNoEnd() throws Exception {
    start();
    awaitMoment(() -> Files.exists(directory.resolve("state/lock")));
    launcher.run("kill", "-HUP", Long.toString(process.pid()));
    await(process, () -> log().contains("configuration read anew"));
    terminate(process);
    assertThat(process.exitValue()).as(log()).isZero();
  }
}
