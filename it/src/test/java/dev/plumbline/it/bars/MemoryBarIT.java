package dev.plumbline.it.bars;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.fake.FakeCollector;
import dev.plumbline.it.jvm.ChildJvm;
import dev.plumbline.it.jvm.ChildJvmBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Peak RSS over the application alone, at a pre-touched heap, with an export every window. */
@Tag("bars")
class MemoryBarIT {
  private static final int PAIRS = Integer.getInteger("plumbline.memory.pairs", 5);
  private static final int SECONDS = 45;
  private static final double BAR_MB = 60;

  @Test
  void peak_rss_keeps_its_bar() throws Exception {
    final double[] differences = new double[PAIRS];
    try (FakeCollector collector = FakeCollector.start()) {
      for (int i = 0; i < PAIRS; i++) {
        final double without = peakMegabytes(app());
        final double with =
            peakMegabytes(
                app()
                    .withAgent()
                    .env("OTEL_EXPORTER_OTLP_ENDPOINT", "http://" + collector.grpcTarget()));
        differences[i] = with - without;
      }
      // A window of 10 s and a first one that is shorter: at least four exports a run.
      assertThat(collector.stored().size()).isGreaterThanOrEqualTo(4 * PAIRS);
    }
    assertThat(Measured.of("MB of peak RSS", differences).print().staysBelow(BAR_MB)).isTrue();
  }

  private static ChildJvmBuilder app() {
    return ChildJvm.of("dev.plumbline.it.load.LoadApp", "alloc", Integer.toString(SECONDS + 20))
        .jvm("-Xms512m", "-Xmx512m", "-XX:+AlwaysPreTouch");
  }

  private static double peakMegabytes(ChildJvmBuilder builder)
      throws IOException, InterruptedException {
    try (ChildJvm jvm = builder.start()) {
      TimeUnit.SECONDS.sleep(SECONDS);
      final Path status = Path.of("/proc", Long.toString(jvm.pid()), "status");
      final double peak =
          Files.readAllLines(status).stream()
              .filter(line -> line.startsWith("VmHWM:"))
              .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
              .sum();
      jvm.terminate();
      jvm.awaitExit(Duration.ofSeconds(10));
      return peak / 1024;
    }
  }
}
