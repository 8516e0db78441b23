package dev.plumbline.it.bars;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.fake.FakeCollector;
import dev.plumbline.it.jvm.AgentJar;
import dev.plumbline.it.jvm.ChildJvm;
import dev.plumbline.it.jvm.ChildJvmBuilder;
import dev.plumbline.it.load.EmptyAgent;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Time from exec to main, against no agent and against an agent that does nothing. */
@Tag("bars")
class StartDelayBarIT {
  private static final int ROUNDS = Integer.getInteger("plumbline.rounds", 41);
  private static final double OVER_NONE_MILLIS = 90;
  private static final double OVER_EMPTY_MILLIS = 30;

  @TempDir Path directory;

  @Test
  void main_is_reached_within_the_bars() throws IOException {
    final Path empty = AgentJar.of(EmptyAgent.class, directory);
    final double[] overNone = new double[ROUNDS];
    final double[] overEmpty = new double[ROUNDS];
    try (FakeCollector collector = FakeCollector.start()) {
      for (int i = 0; i < ROUNDS; i++) {
        final double none = millisToMain(app());
        final double nothing = millisToMain(app().withAgent(empty));
        final double ours =
            millisToMain(
                app()
                    .withAgent()
                    .env("OTEL_EXPORTER_OTLP_ENDPOINT", "http://" + collector.grpcTarget()));
        overNone[i] = ours - none;
        overEmpty[i] = ours - nothing;
      }
    }
    final Measured toNone = Measured.of("ms to main over no agent", overNone).print();
    final Measured toEmpty = Measured.of("ms to main over an empty agent", overEmpty).print();
    assertThat(toNone.staysBelow(OVER_NONE_MILLIS)).isTrue();
    assertThat(toEmpty.staysBelow(OVER_EMPTY_MILLIS)).isTrue();
  }

  private static ChildJvmBuilder app() {
    return ChildJvm.of("dev.plumbline.it.app.StartClock");
  }

  private static double millisToMain(ChildJvmBuilder builder) {
    final Instant exec = Instant.now();
    try (ChildJvm jvm = builder.start()) {
      assertThat(jvm.awaitExit(Duration.ofSeconds(30))).isZero();
      final long main = Long.parseLong(jvm.stdout().trim());
      return (main - exec.getEpochSecond() * 1_000_000_000L - exec.getNano()) / 1e6;
    }
  }
}
