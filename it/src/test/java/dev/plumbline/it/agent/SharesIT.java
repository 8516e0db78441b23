package dev.plumbline.it.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.plumbline.export.fake.FakeCollector;
import dev.plumbline.it.jvm.ChildJvm;
import dev.plumbline.it.jvm.Jdk;
import dev.plumbline.it.received.ReceivedProfiles;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An application that knows its own split of CPU, allocation and lock waits, on every JDK here. */
class SharesIT {
  private static final double TWO_POINTS = 0.02;

  static Stream<Jdk> jdks() {
    return Jdk.all().stream();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void shares_equal_what_the_application_measured(Jdk jdk) {
    try (FakeCollector collector = FakeCollector.start();
        ChildJvm jvm =
            Received.sendAllTo(collector, ChildJvm.of(jdk, "dev.plumbline.it.app.SplitApp", "10"))
                .agent("interval", "2s")
                .agent("alloc", "256k")
                .agent("alloc.adaptive", "false")
                .agent("service.name", "split")
                .env("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment.name=it")
                .start()) {
      assertThat(jvm.awaitExit(Duration.ofMinutes(4))).as(jvm.output()).isZero();
      final ReceivedProfiles received = Received.storedBy(collector);

      assertThat(received.types())
          .as(jvm.output())
          .contains(
              "samples/count",
              "alloc_objects/count",
              "alloc_space/bytes",
              "contentions/count",
              "delay/nanoseconds");
      assertShares(received, jvm.truth());
      assertResource(received, jdk);
      assertThat(received.ofType("samples/count").size()).isGreaterThanOrEqualTo(4);
      // A window without lock waits has no profile of them: CPU is in each.
      assertThat(Received.gaps(collector))
          .filteredOn(violation -> violation.text().contains("samples"))
          .isEmpty();
    }
  }

  private static void assertShares(ReceivedProfiles received, Map<String, Double> truth) {
    assertThat(received.share("samples/count", "CpuSplit.heavy", "CpuSplit.run"))
        .isCloseTo(truth.get("cpu.heavy"), within(TWO_POINTS));
    assertThat(received.share("alloc_space/bytes", "AllocationSplit.large", "AllocationSplit.run"))
        .isCloseTo(truth.get("alloc.large"), within(TWO_POINTS));
    final long longer = received.total("delay/nanoseconds", "LockSplit.enterLonger");
    final long shorter = received.total("delay/nanoseconds", "LockSplit.enterShorter");
    assertThat((double) longer / (longer + shorter))
        .isCloseTo(truth.get("lock.longer"), within(TWO_POINTS));
    assertThat((double) (longer + shorter) / truth.get("lock.nanos")).isCloseTo(1, within(0.1));
  }

  private static void assertResource(ReceivedProfiles received, Jdk jdk) {
    assertThat(received.resources()).hasSize(1);
    assertThat(received.resources().iterator().next())
        .containsEntry("service.name", "split")
        .containsEntry("deployment.environment.name", "it")
        .containsEntry("telemetry.sdk.language", "java")
        .containsKeys("process.pid", "process.runtime.name", "host.name", "service.instance.id")
        .hasEntrySatisfying(
            "process.runtime.version",
            version -> assertThat(version).startsWith(Integer.toString(jdk.feature())));
  }
}
