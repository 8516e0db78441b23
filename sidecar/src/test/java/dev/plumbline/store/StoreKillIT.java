package dev.plumbline.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.merge.SourceListing;
import dev.plumbline.merge.StoreQuery;
import dev.plumbline.scan.Selection;
import dev.plumbline.store.segment.SeriesType;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that stores windows, killed again and again at whatever it is doing. */
class StoreKillIT {
  private static final int KILLS = 8;
  private static final int MOST_BEFORE_A_KILL = 60;
  private static final int NUMBERS_OF_A_PROCESS = 100_000;

  @TempDir Path directory;

  private final Set<Integer> written = new TreeSet<>();
  private final Random random = new Random(20_261_129);

  @Test
  void whatWasWritten_isWhole_howeverOftenTheProcessIsKilled() throws Exception {
    for (int kill = 0; kill < KILLS; kill++) {
      killAfter(1 + kill * NUMBERS_OF_A_PROCESS, random.nextInt(MOST_BEFORE_A_KILL));
    }
    try (ProfileStore store = ProfileStore.open(StoreSettings.in(directory), Clock.systemUTC())) {
      Selection all = new Selection(0, Long.MAX_VALUE, Set.of(), SeriesType.CPU, List.of());
      StoreQuery query = new StoreQuery(store);
      Map<String, Long> totals =
          query.services(all).stream()
              .collect(Collectors.toMap(SourceListing.Service::name, SourceListing.Service::total));
      for (int window : written) {
        assertThat(totals)
            .containsEntry(
                "w" + window, window * (long) StoreVictim.SAMPLES * Windows.CPU.period());
      }
      long sum = totals.values().stream().mapToLong(Long::longValue).sum();
      assertThat(query.merge(all, null).tree().total(0)).isEqualTo(sum);
      assertThat(store.status().counts().corruptFiles()).isZero();
      assertThat(totals.size()).isBetween(written.size(), written.size() + KILLS);
    }
    System.out.printf("%d kills: %d windows written, all whole%n", KILLS, written.size());
  }

  private void killAfter(int first, int lines) throws Exception {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx64m",
                "-cp",
                classPath,
                StoreVictim.class.getName(),
                directory.toString(),
                Integer.toString(first))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      int seen = 0;
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        int number = Integer.parseInt(line.substring("stored ".length()));
        if (number >= first) {
          written.add(number);
        }
        if (++seen == lines + 1) {
          process.toHandle().destroyForcibly(); // the process's own method closes the stream too
        }
      }
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
  }
}
