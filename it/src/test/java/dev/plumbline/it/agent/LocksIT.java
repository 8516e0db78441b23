package dev.plumbline.it.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.plumbline.export.fake.FakeCollector;
import dev.plumbline.it.jvm.ChildJvm;
import dev.plumbline.it.jvm.ChildJvmBuilder;
import dev.plumbline.it.jvm.Jdk;
import dev.plumbline.it.received.ReceivedProfiles;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Case AG-09: waits for locks are those that the waiting threads measured themselves. */
class LocksIT {
  private static final String DELAY = "delay/nanoseconds";

  /** What the clocks on both sides of a wait may differ by in all. */
  private static final double CLOCKS_NANOS = 2e6;

  /** All of them on the JDK of the build; on each other JDK one of each kind of lock. */
  static Stream<Arguments> cases() {
    return Jdk.all().stream()
        .flatMap(
            jdk ->
                Kind.all()
                    .filter(kind -> jdk.equals(Jdk.own()) || kind.isForEveryJdk())
                    .map(kind -> arguments(jdk, kind)));
  }

  /** What the application does, and at which threshold. */
  private record Kind(String name, int thresholdMillis, String method, String lockClass) {
    static Stream<Kind> all() {
      return Stream.of(
          // Nearly free: no wait unless the machine itself took a thread's CPU away in a section.
          new Kind("free", 10, "passFreeSection", "Ticket"),
          new Kind("free", 1, "passFreeSection", "Ticket"),
          new Kind("monitor", 10, "passMonitor", "Ticket"),
          new Kind("monitor", 1, "passMonitor", "Ticket"),
          // Nothing below the threshold is shown.
          new Kind("monitor", 400, "passMonitor", "Ticket"),
          // The JDK parks on the lock's inner queue, and that is the class it names.
          new Kind("reentrant", 10, "passReentrantLock", "ReentrantLock$NonfairSync"),
          new Kind("reentrant", 1, "passReentrantLock", "ReentrantLock$NonfairSync"));
    }

    boolean isForEveryJdk() {
      return thresholdMillis == 10 && !name.equals("free");
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void waits_equal_what_the_threads_measured(Jdk jdk, Kind kind) {
    try (FakeCollector collector = FakeCollector.start()) {
      final Map<String, Double> truth =
          run(
              Received.sendAllTo(collector, app(jdk, kind))
                  .agent("interval", "1s")
                  .agent("lock", kind.thresholdMillis() + "ms"));
      final ReceivedProfiles received = Received.storedBy(collector);
      final double waited = truth.get("waited.nanos");

      assertThat((double) received.total(DELAY, kind.method()))
          .isCloseTo(waited, within(0.1 * waited + CLOCKS_NANOS));
      assertThat(received.samples(DELAY).filter(sample -> sample.passes(kind.method())))
          .allSatisfy(
              sample ->
                  assertThat(sample.attributes().values())
                      .anyMatch(value -> value.endsWith(kind.lockClass())));
      assertThat(received.total(DELAY, "waitOnCondition")).isZero();
    }
  }

  private static ChildJvmBuilder app(Jdk jdk, Kind kind) {
    return ChildJvm.of(
        jdk,
        "dev.plumbline.it.app.LockApp",
        kind.name(),
        "2",
        Integer.toString(kind.thresholdMillis()));
  }

  private static Map<String, Double> run(ChildJvmBuilder builder) {
    try (ChildJvm jvm = builder.start()) {
      assertThat(jvm.awaitExit(Duration.ofMinutes(3))).as(jvm.output()).isZero();
      return jvm.truth();
    }
  }
}
