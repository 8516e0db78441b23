package dev.plumbline.it.bars;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.fake.FakeCollector;
import dev.plumbline.export.fake.ReceivedRequest;
import dev.plumbline.it.jvm.ChildJvm;
import dev.plumbline.it.received.ReceivedProfile;
import dev.plumbline.it.received.ReceivedProfiles;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Samples that were skipped while a chunk was finished, as a part of those recorded. */
@Tag("bars")
class LostSamplesBarIT {
  private static final int SECONDS = 150;
  private static final double BAR = 0.002;

  /** What the agent says about itself on each profile of a window that lost any. */
  private static final String LOST = "plumbline.samples.lost";

  @Test
  void windows_lose_fewer_samples_than_the_bar() {
    try (FakeCollector collector = FakeCollector.start();
        ChildJvm jvm =
            ChildJvm.of("dev.plumbline.it.app.SplitApp", Integer.toString(SECONDS))
                .withAgent()
                .env("OTEL_EXPORTER_OTLP_ENDPOINT", "http://" + collector.grpcTarget())
                .start()) {
      assertThat(jvm.awaitExit(Duration.ofSeconds(SECONDS + 60))).as(jvm.output()).isZero();
      final ReceivedProfiles received =
          ReceivedProfiles.of(collector.stored().stream().map(ReceivedRequest::body).toList());
      final List<ReceivedProfile> cpu = received.ofType("samples/count");
      final long lost =
          cpu.stream()
              .mapToLong(profile -> Long.parseLong(profile.attributes().getOrDefault(LOST, "0")))
              .sum();
      final long recorded = received.total("samples/count");
      final double part = (double) lost / (lost + recorded);
      System.out.printf(
          "lost samples: %d of %d in %d windows, %.5f%n", lost, lost + recorded, cpu.size(), part);
      assertThat(cpu.size()).isGreaterThanOrEqualTo(SECONDS / 10 - 1);
      assertThat(part).isLessThanOrEqualTo(BAR);
    }
  }
}
