package dev.plumbline.it.bars;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.fake.FakeCollector;
import dev.plumbline.it.jvm.Checkout;
import dev.plumbline.it.jvm.ChildJvm;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Operations per second of CPU with the default events, as a part of those without the agent. */
@Tag("bars")
class ThroughputBarIT {
  private static final int PAIRS = Integer.getInteger("plumbline.pairs", 40);

  @ParameterizedTest
  @CsvSource({"cpu, 0.985", "alloc, 0.97", "handover, 0.97"})
  void throughput_keeps_its_bar(String workload, double bar) {
    try (FakeCollector collector = FakeCollector.start();
        ChildJvm jvm =
            ChildJvm.of(
                    "dev.plumbline.it.load.Alternation",
                    workload,
                    Integer.toString(PAIRS),
                    "2000",
                    Checkout.agentJar().toString(),
                    "interval=10s")
                .jvm("-Djdk.attach.allowAttachSelf=true", "-Xms512m", "-Xmx512m")
                .env("OTEL_EXPORTER_OTLP_ENDPOINT", "http://" + collector.grpcTarget())
                .start()) {
      assertThat(jvm.awaitExit(Duration.ofMinutes(40))).as(jvm.output()).isZero();
      final double[] ratios =
          jvm.stdout()
              .lines()
              .filter(line -> line.startsWith("ratio "))
              .mapToDouble(line -> Double.parseDouble(line.substring(6)))
              .toArray();
      assertThat(ratios).as(jvm.output()).hasSize(PAIRS);
      assertThat(collector.stored()).as(jvm.output()).isNotEmpty();
      assertThat(Measured.of("throughput, " + workload, ratios).print().reaches(bar)).isTrue();
    }
  }
}
