package dev.plumbline.it.hostbars;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.it.host.HostTestCase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A long run over a machine that starts programs without end: descriptors, BPF maps and threads
 * stay what they were, and memory stays within its bound. {@code -Dplumbline.soak.minutes=N} for
 * another length than half an hour.
 */
@Tag("long")
class HostSoakIT extends HostTestCase {
  private static final long MINUTES = Long.getLong("plumbline.soak.minutes", 30);
  private static final String STORM =
      "while :; do for i in 1 2 3 4 5 6 7 8; do /bin/true; done; sleep 0.01; done";

  /** What grows once, while caches fill, is over by then. */
  private static final long WARM_SECONDS = 60;

  private record Use(long descriptors, long bpfMaps, long threads, double anonymousMegabytes) {
    static Use of(long pid) throws IOException {
      Path process = Path.of("/proc", Long.toString(pid));
      long descriptors = 0;
      long maps = 0;
      try (Stream<Path> all = Files.list(process.resolve("fd"))) {
        for (Path descriptor : all.toList()) {
          descriptors++;
          maps += link(descriptor).contains("bpf-map") ? 1 : 0;
        }
      }
      long threads;
      try (Stream<Path> all = Files.list(process.resolve("task"))) {
        threads = all.count();
      }
      long anonymous =
          Files.readAllLines(process.resolve("status")).stream()
              .filter(line -> line.startsWith("RssAnon:"))
              .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
              .sum();
      return new Use(descriptors, maps, threads, anonymous / 1024.0);
    }

    private static String link(Path descriptor) {
      try {
        return Files.readSymbolicLink(descriptor).toString();
      } catch (IOException closed) {
        return "";
      }
    }
  }

  @Test
  void programsWithoutEnd_leaveNothingBehind() throws Exception {
    launcher.started("/bin/sh", "-c", STORM);
    launcher.started("/bin/sh", "-c", STORM);
    try (HostProfiler run = HostProfiler.start(launcher, directory, "--frequency=99")) {
      TimeUnit.SECONDS.sleep(WARM_SECONDS);
      run.requireRunning();
      Use warm = Use.of(run.pid());
      Use last = warm;
      for (long minute = 0; minute < MINUTES; minute++) {
        TimeUnit.MINUTES.sleep(1);
        run.requireRunning();
        Use now = Use.of(run.pid());
        System.out.printf(Locale.ROOT, "minute %d: %s%n", minute + 1, now);
        last = now;
      }
      String err = run.terminate();
      System.out.println(err);
      assertThat(last.descriptors()).isLessThanOrEqualTo(warm.descriptors() + 16);
      assertThat(last.bpfMaps()).isLessThanOrEqualTo(warm.bpfMaps() + 8);
      assertThat(last.threads()).isLessThanOrEqualTo(warm.threads() + 4);
      // The heap of 64 MB may not have been used to its end when it was warm.
      assertThat(last.anonymousMegabytes()).isLessThan(140);
      assertThat(Completeness.received(run.collector()).all()).isNotEmpty();
    }
  }
}
