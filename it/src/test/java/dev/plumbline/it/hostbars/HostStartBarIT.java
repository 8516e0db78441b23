package dev.plumbline.it.hostbars;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.it.host.HostTestCase;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * How long it takes from the command to the first complete stack that it shows: for the first time
 * on a host, and with the caches that a run before left.
 */
@Tag("bars")
class HostStartBarIT extends HostTestCase {
  private static final int RUNS = Integer.getInteger("plumbline.host.runs", 3);
  private static final double MAX_SECONDS = 3;
  private static final double MAX_SECONDS_WITH_CACHES = 1;
  private static final Pattern COMPLETE =
      Pattern.compile("leaf[^\"]*middle[^\"]*outer[^\"]*_start");

  /** Seconds until a stack of the known chain was shown from its leaf to its root. */
  private double secondsToFirstStack() throws Exception {
    long start = System.nanoTime();
    Process run =
        launcher.plumbline("run", "profile_cpu", "-o", "json", "--map-fetch-interval=20ms");
    while (run.isAlive() && !COMPLETE.matcher(launcher.out()).find()) {
      TimeUnit.MILLISECONDS.sleep(5);
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    assertThat(run.isAlive()).as(launcher.err()).isTrue();
    run.destroy();
    launcher.awaitSuccess(run, 120);
    return seconds;
  }

  @Test
  void firstCompleteStack_comesSoon() throws Exception {
    launcher.workload("known_chain", List.of("-fomit-frame-pointer"));
    double first = secondsToFirstStack();
    System.out.printf(Locale.ROOT, "first complete stack after %.2f s%n", first);
    double[] later = new double[RUNS];
    for (int i = 0; i < RUNS; i++) {
      later[i] = secondsToFirstStack();
      System.out.printf(Locale.ROOT, "with caches after %.2f s%n", later[i]);
    }
    Arrays.sort(later);
    assertThat(first).isLessThanOrEqualTo(MAX_SECONDS);
    assertThat(later[RUNS / 2]).isLessThanOrEqualTo(MAX_SECONDS_WITH_CACHES);
  }
}
