package dev.plumbline.it.serve;

import static dev.plumbline.it.load.CountedWaits.LONG_WAITS;
import static dev.plumbline.it.load.CountedWaits.SHORT_WAITS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.fake.ReceivedRequest;
import dev.plumbline.it.host.Launcher;
import dev.plumbline.it.jvm.AgentJar;
import dev.plumbline.it.load.CountedWaits;
import dev.plumbline.it.received.ReceivedProfile;
import dev.plumbline.it.received.ReceivedProfiles;
import dev.plumbline.it.received.ReceivedSample;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The section {@code self} of the receiver {@code pprof}: {@link CountedWaits} makes the daemon's
 * JVM wait a known number of times, and the daemon's profile of itself has as many.
 */
class SelfWaitsIT extends ServeTestCase {
  private static final String LONG = "CountedWaits.longWait";
  private static final String SHORT = "CountedWaits.shortWait";

  /** What others of the daemon wait for monitors meanwhile, at most: it shifts who is chosen. */
  private static final long OTHERS = 40;

  /**
   * The agent starts its recording anew where it finds a better allocation interval, as likely in
   * the first seconds: waits that are under way are then lost, or told wrongly.
   */
  private static final long CUT = 2;

  private ReceivedProfiles received = ReceivedProfiles.of(List.of());
  private Properties slow = new Properties();

  @BeforeEach
  void needCompiler() throws Exception {
    Launcher.assumeWorks(List.of("sh", "-c", "gcc --version >/dev/null"));
  }

  /** Runs a daemon with that section to its end, while it waits. */
  private void serve(String section, long thresholdNanos) throws Exception {
    Path library = launcher.compiled("native_waits", List.of("-shared", "-fPIC", "-pthread"));
    Files.writeString(
        directory.resolve("waits"), "library=" + library + "\nthreshold=" + thresholdNanos + "\n");
    launcher.environment(
        "PLUMBLINE_OPTS",
        "-javaagent:" + AgentJar.of(CountedWaits.class, directory) + "=" + directory);
    String config =
        withoutReceivers(
            """
            gadgets: {}
            store: { enabled: false }
            receivers: { pprof: { self: { collection_interval: 1s, initial_delay: 0s, %s } } }
            """
                .formatted(section));
    Process daemon = serve(Files.writeString(directory.resolve("c.yaml"), config));
    await(daemon, () -> !collector.received().isEmpty());
    Files.writeString(directory.resolve("go"), "");
    await(daemon, () -> Files.exists(directory.resolve("done")));
    terminate(daemon);
    received =
        ReceivedProfiles.of(collector.received().stream().map(ReceivedRequest::body).toList());
    slow = new Properties();
    slow.load(Files.newBufferedReader(directory.resolve("done")));
    assertThat(received.total("alloc_space/bytes")).isPositive();
  }

  /** Of waits that stand below that method and for something of that name. */
  private long waits(String type, String how, String what) {
    long sum = 0;
    for (ReceivedProfile profile : received.ofType(type)) {
      for (ReceivedSample sample : profile.samples()) {
        if (sample.passes(how) && sample.functions().stream().anyMatch(f -> f.contains(what))) {
          sum += sample.value();
        }
      }
    }
    return sum;
  }

  private long count(String how, String what) {
    return waits("contentions/count", how, what);
  }

  /** And of the short ones those that took long all the same. */
  private void assertLongOnesCount(String what, String kind) {
    assertThat(count(LONG, what)).as(kind).isBetween(LONG_WAITS - CUT, (long) LONG_WAITS);
    assertThat(count(SHORT, what)).as(kind).isLessThanOrEqualTo(slow(kind) + CUT);
  }

  private long slow(String kind) {
    return Long.parseLong(slow.getProperty(kind));
  }

  @Test
  void waitsOfThreadsAndOfNativeCode_areThoseOfTheThreshold_andMonitorsEveryFourth()
      throws Exception {
    long threshold = TimeUnit.MILLISECONDS.toNanos(50);
    serve("block_profile_fraction: " + threshold + ", mutex_profile_fraction: 4", threshold);

    assertLongOnesCount("Semaphore.acquire", "semaphore");
    assertLongOnesCount("CountedWaits.lock", "mutex");
    assertThat(waits("delay/nanoseconds", LONG, "CountedWaits.lock"))
        .isGreaterThanOrEqualTo((LONG_WAITS - CUT) * threshold);

    long monitors = count(LONG, "enterMonitor") + count(SHORT, "enterMonitor");
    assertThat(monitors % 4).isZero();
    assertThat(monitors)
        .isBetween(LONG_WAITS + SHORT_WAITS - OTHERS, LONG_WAITS + SHORT_WAITS + OTHERS);
  }

  @Test
  @Tag("long")
  void zero_switchesBothOff() throws Exception {
    serve("block_profile_fraction: 0, mutex_profile_fraction: 0", 1);

    assertThat(received.ofType("contentions/count")).isEmpty();
    assertThat(received.ofType("delay/nanoseconds")).isEmpty();
  }

  /** 10 ms; and of the others each one that there is. */
  @Test
  @Tag("long")
  void negativeFraction_leavesTheAgentsOwnThresholdForMonitors() throws Exception {
    serve("mutex_profile_fraction: -1", TimeUnit.MILLISECONDS.toNanos(10));

    assertLongOnesCount("enterMonitor", "monitor");
    for (String kind : List.of("Semaphore.acquire", "CountedWaits.lock")) {
      assertThat(count(LONG, kind)).as(kind).isBetween(LONG_WAITS - CUT, LONG_WAITS + CUT);
      // A thread may be woken for nothing, and waits anew.
      assertThat(count(SHORT, kind)).as(kind).isBetween(SHORT_WAITS / 2L, SHORT_WAITS * 2L);
    }
  }
}
