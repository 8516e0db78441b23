package dev.plumbline.it.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.plumbline.export.fake.FakeCollector;
import dev.plumbline.it.jvm.ChildJvm;
import dev.plumbline.it.jvm.ChildJvmBuilder;
import dev.plumbline.it.received.ReceivedProfiles;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Case AG-09: waits for locks are those that the waiting threads measured themselves. */
class LocksIT {
  private static final String DELAY = "delay/nanoseconds";

  /** What the clocks on both sides of a wait may differ by in all. */
  private static final double CLOCKS_NANOS = 2e6;

  @ParameterizedTest
  @CsvSource({
    // Nearly free: no wait unless the machine itself took a thread's CPU away inside a section.
    "free, 10, passFreeSection, Ticket",
    "free, 1, passFreeSection, Ticket",
    "monitor, 10, passMonitor, Ticket",
    "monitor, 1, passMonitor, Ticket",
    // Nothing below the threshold is shown.
    "monitor, 400, passMonitor, Ticket",
    // The JDK parks on the lock's inner queue, and that is the class it names.
    "reentrant, 10, passReentrantLock, ReentrantLock$NonfairSync",
    "reentrant, 1, passReentrantLock, ReentrantLock$NonfairSync",
  })
  void waits_equal_what_the_threads_measured(
      String kind, int thresholdMillis, String method, String lockClass) {
    try (FakeCollector collector = FakeCollector.start()) {
      final Map<String, Double> truth =
          run(
              Received.sendAllTo(collector, app(kind, thresholdMillis))
                  .agent("interval", "1s")
                  // A recording that starts anew to fit that interval loses the waits under way.
                  .agent("alloc.adaptive", "false")
                  .agent("lock", thresholdMillis + "ms"));
      final ReceivedProfiles received = Received.storedBy(collector);
      final double waited = truth.get("waited.nanos");

      assertThat((double) received.total(DELAY, method))
          .isCloseTo(waited, within(0.1 * waited + CLOCKS_NANOS));
      assertThat(received.samples(DELAY).filter(sample -> sample.passes(method)))
          .allSatisfy(
              sample ->
                  assertThat(sample.attributes().values())
                      .anyMatch(value -> value.endsWith(lockClass)));
      assertThat(received.total(DELAY, "waitOnCondition")).isZero();
    }
  }

  private static ChildJvmBuilder app(String kind, int thresholdMillis) {
    return ChildJvm.of(
        "dev.plumbline.it.app.LockApp", kind, "5", Integer.toString(thresholdMillis));
  }

  private static Map<String, Double> run(ChildJvmBuilder builder) {
    try (ChildJvm jvm = builder.start()) {
      assertThat(jvm.awaitExit(Duration.ofSeconds(60))).as(jvm.output()).isZero();
      return jvm.truth();
    }
  }
}
