package dev.plumbline.it.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.plumbline.export.fake.FakeCollector;
import dev.plumbline.it.jvm.ChildJvm;
import dev.plumbline.it.jvm.ChildJvmBuilder;
import dev.plumbline.it.received.ReceivedProfiles;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Case AG-09: locks with nearly no contention, and with waits that the waiting threads measured.
 */
class LocksIT {
  private static final String DELAY = "delay/nanoseconds";

  @ParameterizedTest
  @ValueSource(ints = {10, 1})
  void nearly_free_lock_shows_no_wait_and_keeps_its_pace(int thresholdMillis) {
    final Map<String, Double> without = run(app("free", thresholdMillis));
    try (FakeCollector collector = FakeCollector.start()) {
      final Map<String, Double> with =
          run(
              Received.sendTo(collector, app("free", thresholdMillis))
                  .agent("lock", thresholdMillis + "ms"));

      assertThat(Received.storedBy(collector).total(DELAY, "passFreeSection")).isZero();
      assertThat(with.get("passes") / without.get("passes")).isGreaterThanOrEqualTo(0.98);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "monitor, 10, passMonitor, Ticket",
    "monitor, 1, passMonitor, Ticket",
    "reentrant, 10, passReentrantLock, TicketLock",
    "reentrant, 1, passReentrantLock, TicketLock"
  })
  void waits_equal_what_the_threads_measured(
      String kind, int thresholdMillis, String method, String lockClass) {
    try (FakeCollector collector = FakeCollector.start()) {
      final Map<String, Double> truth =
          run(
              Received.sendTo(collector, app(kind, thresholdMillis))
                  .agent("lock", thresholdMillis + "ms"));
      final ReceivedProfiles received = Received.storedBy(collector);

      assertThat(received.total(DELAY, method) / truth.get("waited.nanos"))
          .isCloseTo(1, within(0.1));
      assertThat(received.samples(DELAY).filter(sample -> sample.passes(method)))
          .allSatisfy(
              sample ->
                  assertThat(sample.attributes().values())
                      .anyMatch(value -> value.endsWith(lockClass)));
      assertThat(received.total(DELAY, "waitOnCondition")).isZero();
    }
  }

  @Test
  void waits_below_the_threshold_are_not_shown() {
    try (FakeCollector collector = FakeCollector.start()) {
      run(Received.sendTo(collector, app("monitor", 500)).agent("lock", "500ms"));
      assertThat(Received.storedBy(collector).total(DELAY, "passMonitor")).isZero();
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
