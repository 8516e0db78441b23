package dev.plumbline.it.bars;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.fake.FakeCollector;
import dev.plumbline.it.jvm.ChildJvm;
import dev.plumbline.it.jvm.ChildJvmBuilder;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Case AG-09 (a): how often nearly free sections are passed, under lock profiling and without. */
@Tag("bars")
class FreeLockBarIT {
  private static final int PAIRS = Integer.getInteger("plumbline.lock.pairs", 15);
  private static final double BAR = 0.98;

  @Test
  void nearly_free_lock_keeps_its_pace() {
    final double[] ratios = new double[PAIRS];
    try (FakeCollector collector = FakeCollector.start()) {
      for (int i = 0; i < PAIRS; i++) {
        final double without = passes(app());
        final double with =
            passes(
                app()
                    .withAgent()
                    .agent("start", "sync")
                    .env("OTEL_EXPORTER_OTLP_ENDPOINT", "http://" + collector.grpcTarget()));
        ratios[i] = with / without;
      }
    }
    assertThat(Measured.of("passes of a nearly free lock", ratios).print().reaches(BAR)).isTrue();
  }

  private static ChildJvmBuilder app() {
    return ChildJvm.of("dev.plumbline.it.app.LockApp", "free", "8", "10");
  }

  private static double passes(ChildJvmBuilder builder) {
    try (ChildJvm jvm = builder.start()) {
      assertThat(jvm.awaitExit(Duration.ofSeconds(60))).as(jvm.output()).isZero();
      return jvm.truth().get("passes");
    }
  }
}
