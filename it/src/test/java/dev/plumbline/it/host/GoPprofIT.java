package dev.plumbline.it.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A Go program on its system stack, beside {@code perf} and the profile that the program takes of
 * itself. Go's timers see a thread's time only in ticks of the kernel, and of threads that share
 * the work by turns they see some too often: with two, its shares are 16 points away from perf's
 * and ours. One thread at a time is counted right, so the program is given one.
 */
@Tag("long")
class GoPprofIT extends HostTestCase {
  private static final String MAIN = ";main.main;";
  private static final int SECONDS = 50;

  @BeforeEach
  void requireGo() throws Exception {
    Launcher.assumeWorks(List.of("sh", "-c", "go version >/dev/null && perf --version >/dev/null"));
  }

  @Test
  void shareOfMain_isThatOfPerf() throws Exception {
    Path program = directory.resolve("systemstack");
    Path source = Launcher.ROOT.resolve("it/src/workloads/systemstack.go");
    launcher.run("go", "build", "-o", program.toString(), source.toString());
    Path own = directory.resolve("own.pb.gz");
    Process workload =
        launcher.started(
            "env", "GOMAXPROCS=1", program.toString(), own.toString(), Integer.toString(SECONDS));
    Process run =
        launcher.plumbline(
            "run",
            "profile_cpu",
            "--pid=" + workload.pid(),
            "--frequency=499",
            "-t",
            Integer.toString(SECONDS - 3),
            "-o",
            "folded");
    Path recorded = directory.resolve("perf.data");
    launcher.run(
        "perf",
        "record",
        "-q",
        "-g",
        "-F",
        "499",
        "-p",
        Long.toString(workload.pid()),
        "-o",
        recorded.toString(),
        "--",
        "sleep",
        Integer.toString(SECONDS - 4));
    launcher.awaitSuccess(run, SECONDS + 60);
    assertThat(workload.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(workload.exitValue()).isZero();

    List<String> stacks = launcher.out().lines().toList();
    Share share = new Share(sum(stacks, MAIN), stacks.stream().mapToLong(GoPprofIT::value).sum());
    List<String> asking = stacks.stream().filter(line -> line.contains("runtime.Callers")).toList();
    assertThat(share.all()).isGreaterThan(1000);
    assertThat((double) sum(asking, MAIN) / asking.stream().mapToLong(GoPprofIT::value).sum())
        .isGreaterThanOrEqualTo(0.99);
    share.assertIsThatOf(shareByPerf(recorded), 0.02);
    share.assertIsThatOf(shareOfMain(program, own), 0.03);
  }

  /** Samples with main.main, of all. */
  private record Share(long main, long all) {
    private static final double STANDARD_DEVIATIONS = 3;

    double value() {
      return (double) main / all;
    }

    /** On a busy machine samples are few, and two counts of few samples differ by chance. */
    void assertIsThatOf(Share other, double bound) {
      double chance = STANDARD_DEVIATIONS * Math.sqrt(0.25 / all + 0.25 / other.all);
      assertThat(value())
          .as("%s against %s", this, other)
          .isCloseTo(other.value(), within(Math.max(bound, chance)));
    }
  }

  /** Of perf's samples, the share of those with main.main in a stack by frame pointers. */
  private Share shareByPerf(Path recorded) throws IOException, InterruptedException {
    Path script = directory.resolve("script.txt");
    launcher.run(
        "sh", "-c", "exec perf script -i " + recorded + " -F comm,ip,sym 2>/dev/null >" + script);
    List<String> samples = List.of(Files.readString(script).split("\n\n+", -1));
    long main = samples.stream().filter(sample -> sample.contains("main.main")).count();
    long all = samples.stream().filter(sample -> !sample.isBlank()).count();
    assertThat(all).isGreaterThan(1000);
    return new Share(main, all);
  }

  private static long value(String line) {
    return Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
  }

  private static long sum(List<String> stacks, String frame) {
    return stacks.stream().filter(line -> line.contains(frame)).mapToLong(GoPprofIT::value).sum();
  }

  private Share shareOfMain(Path program, Path profile) throws IOException, InterruptedException {
    Path top = directory.resolve("top.txt");
    launcher.run(
        "sh",
        "-c",
        "exec go tool pprof -sample_index=samples -top -cum -nodecount=1000 "
            + program
            + " "
            + profile
            + " >"
            + top);
    String text = Files.readString(top);
    return new Share(
        number(text, "([0-9]+)\\s+[0-9.]+%\\s+main\\.main\\s"), number(text, "of ([0-9]+) total"));
  }

  private static long number(String text, String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    assertThat(matcher.find()).as(text).isTrue();
    return Long.parseLong(matcher.group(1));
  }
}
