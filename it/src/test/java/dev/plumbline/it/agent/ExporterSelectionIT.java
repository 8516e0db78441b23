package dev.plumbline.it.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.fake.FakeCollector;
import dev.plumbline.it.jvm.ChildJvm;
import dev.plumbline.it.received.ReceivedProfiles;
import dev.plumbline.junit.SideBySide;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two exporters of one file in one JVM: both for all, or each for some data sources. */
class ExporterSelectionIT {
  private static final String CPU = "samples/count";
  private static final String BYTES = "alloc_space/bytes";

  @TempDir Path directory;

  @SideBySide
  @Test
  void two_names_send_the_same_to_both() throws IOException {
    try (FakeCollector first = FakeCollector.start();
        FakeCollector second = FakeCollector.start()) {
      run("second,FIRST", first, second);
      final ReceivedProfiles one = Received.storedBy(first);
      final ReceivedProfiles other = Received.storedBy(second);
      assertThat(one.types()).contains(CPU, BYTES).isEqualTo(other.types());
      assertThat(one.types())
          .allSatisfy(type -> assertThat(one.total(type)).isEqualTo(other.total(type)));
    }
  }

  @SideBySide
  @Test
  void data_source_goes_to_the_exporter_that_it_is_selected_for() throws IOException {
    try (FakeCollector first = FakeCollector.start();
        FakeCollector second = FakeCollector.start()) {
      run("samples:first,bytes:second", first, second);
      assertThat(Received.storedBy(first).types()).containsExactly(CPU);
      assertThat(Received.storedBy(second).types()).containsExactly(BYTES);
    }
  }

  private void run(String selection, FakeCollector first, FakeCollector second) throws IOException {
    final Path file = directory.resolve("ig-config.yaml");
    Files.writeString(
        file,
        "operator:\n  otel-profiles:\n    exporters:\n"
            + exporter("first", first)
            + exporter("second", second));
    try (ChildJvm jvm =
        ChildJvm.of("dev.plumbline.it.app.SplitApp", "2")
            .withAgent()
            .agent("config", file.toString())
            .agent("start", "sync")
            .agent("exit.timeout", "30s")
            .agent("alloc", "64k")
            .env("PLUMBLINE_OTEL_PROFILES_EXPORTER", selection)
            .start()) {
      assertThat(jvm.awaitExit(Duration.ofSeconds(90))).as(jvm.output()).isZero();
      assertThat(jvm.stderr()).doesNotContain("ERROR", "WARN");
    }
  }

  private static String exporter(String name, FakeCollector collector) {
    return "      "
        + name
        + ": { exporter: otlp-grpc, insecure: true, endpoint: \""
        + collector.grpcTarget()
        + "\" }\n";
  }
}
