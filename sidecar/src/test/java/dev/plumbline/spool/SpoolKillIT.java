package dev.plumbline.spool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a process with a queue at random points, and looks at what the receiver has in the end:
 * everything that was said to be safe, and twice only what was under way at a kill. {@code
 * -Dplumbline.spool.kills=100} for the long run.
 */
class SpoolKillIT {
  private static final int KILLS = Integer.getInteger("plumbline.spool.kills", 4);
  private static final int MOST_BEFORE_A_KILL = 60;
  private static final int IN_FLIGHT = 2;

  @TempDir Path directory;

  private final Set<Integer> safe = new TreeSet<>();
  private final Random random = new Random(20_261_129);

  @Test
  void whatWasAccepted_arrives_howeverOftenTheProcessIsKilled() throws Exception {
    int next = 1;
    for (int kill = 0; kill < KILLS; kill++) {
      next = killAfter(next, random.nextInt(MOST_BEFORE_A_KILL));
    }
    List<String> last = run(next, 0);
    assertThat(last).containsExactly("held 0");
    Map<Integer, Integer> received = received();
    assertThat(received.keySet()).containsAll(safe);
    int twice = received.values().stream().mapToInt(count -> count - 1).sum();
    assertThat(twice).isLessThanOrEqualTo(KILLS * IN_FLIGHT);
    System.out.printf(
        "%d kills: %d windows safe, %d received, %d of them twice%n",
        KILLS, safe.size(), received.size(), twice);
  }

  /** The first number that no window has yet. */
  private int killAfter(int first, int lines) throws Exception {
    Process process = start(first, MOST_BEFORE_A_KILL * 2);
    int last = first;
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      int seen = 0;
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        if (line.startsWith("safe ")) {
          last = Integer.parseInt(line.substring(5));
          safe.add(last);
        }
        if (++seen == lines + 1) {
          process.toHandle().destroyForcibly(); // the process's own method closes the stream too
        }
      }
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return first + MOST_BEFORE_A_KILL * 2;
  }

  private List<String> run(int first, int count) throws Exception {
    Process process = start(first, count);
    try {
      String out =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      return List.of(out.split("\n"));
    } finally {
      process.destroyForcibly();
    }
  }

  private Process start(int first, int count) throws IOException {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx64m",
            "-cp",
            classPath,
            SpoolVictim.class.getName(),
            directory.toString(),
            Integer.toString(first),
            Integer.toString(count))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private Map<Integer, Integer> received() throws IOException {
    Map<Integer, Integer> counts = new HashMap<>();
    for (String line : new ArrayList<>(Files.readAllLines(directory.resolve("received")))) {
      counts.merge(Integer.parseInt(line), 1, Integer::sum);
    }
    return counts;
  }
}
