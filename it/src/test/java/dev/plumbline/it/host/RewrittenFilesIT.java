package dev.plumbline.it.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Programs that are written anew where they are, as compilers, {@code strip} and {@code cp} do it:
 * their names are looked up in files that have just become empty.
 */
class RewrittenFilesIT extends HostTestCase {
  private static final int ROUNDS = 20;

  @Test
  void programThatIsEmptiedAfterItsEnd_doesNotEndTheProfiler() throws Exception {
    Path program = launcher.compiled("rewritten", List.of("-fomit-frame-pointer"));
    // What was compiled meets the missing pages otherwise than what is interpreted.
    launcher.environment(
        "PLUMBLINE_OPTS",
        "-Xbatch -XX:CompileCommand=CompileThresholdScaling,dev.plumbline.*::*,0.01");
    Process run =
        launcher.plumbline(
            "run", "profile_cpu", "--comm=rewritten", "--frequency=" + frequency(), "-o", "folded");
    launcher.awaitSampling(run);
    for (int round = 0; round < ROUNDS; round++) {
      Path copy = Files.createDirectory(directory.resolve("round" + round)).resolve("rewritten");
      Files.copy(program, copy);
      awaitEnd(launcher.started(copy.toString(), "100"));
      empty(copy);
    }
    awaitEnd(launcher.started(program.toString(), "2000"));
    run.destroy();
    launcher.awaitSuccess(run, 90);
    assertThat(launcher.out()).contains("rewritten;_start;", ";main;step_");
    assertThat(launcher.err()).doesNotContain("InternalError");
  }

  /** Many addresses of each copy, all of them looked up after it was emptied. */
  private static int frequency() throws IOException {
    String most = Files.readString(Path.of("/proc/sys/kernel/perf_event_max_sample_rate")).trim();
    return Math.min(499, Integer.parseInt(most));
  }

  private static void awaitEnd(Process process) throws InterruptedException {
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
  }

  private static void empty(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(0);
    }
  }
}
