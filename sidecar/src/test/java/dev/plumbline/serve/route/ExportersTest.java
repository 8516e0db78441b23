package dev.plumbline.serve.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.ProfileExporter;
import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.export.sender.ExportResult;
import dev.plumbline.export.sender.RequestSender;
import dev.plumbline.export.settings.ExporterKind;
import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Sample;
import dev.plumbline.spool.SpoolSettings;
import dev.plumbline.spool.SpooledExporter;
import dev.plumbline.store.Windows;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The change of exporters under windows that go on coming. */
class ExportersTest {
  @TempDir Path directory;

  /** The timeout of the exporter that sent, in seconds, a blank, the number of samples. */
  private final List<String> sent = new CopyOnWriteArrayList<>();

  private Exporters exporters;

  @BeforeEach
  void make() {
    exporters =
        new Exporters(
            new SpoolSettings(directory, SpoolSettings.DEFAULT_MAX_BYTES),
            settings ->
                ProfileExporter.create(settings, new Notes(settings.timeout().toSeconds()), null),
            (request, level) -> {
              throw new IOException("not asked");
            });
  }

  @AfterEach
  void close() {
    exporters.close();
  }

  private final class Notes implements RequestSender {
    private final long seconds;

    Notes(long seconds) {
      this.seconds = seconds;
    }

    @Override
    public ExportResult send(ExportRequest request, long timeoutNanos) {
      sent.add(seconds + " " + request.samples().total());
      return ExportResult.accepted();
    }

    @Override
    public String target() {
      return "notes";
    }

    @Override
    public void close() {}
  }

  private static ExporterSettings settings(int timeoutSeconds) {
    return ExporterSettings.builder("a", ExporterKind.OTLP_GRPC)
        .endpoint("receiver:4317")
        .timeout(Duration.ofSeconds(timeoutSeconds))
        .build();
  }

  private SpooledExporter running() {
    SpooledExporter exporter = exporters.byName().get("a");
    assertThat(exporter).isNotNull();
    return exporter;
  }

  private static ProfileWindow window(int samples) {
    return Windows.cpu(
        "shop",
        Windows.START_MILLIS,
        IntStream.range(0, samples)
            .mapToObj(i -> Windows.sample("f" + i, 1))
            .toArray(Sample[]::new));
  }

  @Test
  void replacedOne_andItsSuccessor_bothSendWhatTheyTook() {
    exporters.prepare(Map.of("a", settings(1)));
    exporters.start();
    SpooledExporter before = running();
    exporters.prepare(Map.of("a", settings(2)));
    SpooledExporter after = running();
    assertThat(after).isNotSameAs(before);
    after.accept(window(2));
    before.accept(window(1));
    exporters.start();
    exporters.retain(Set.of("a"));
    exporters.close();
    assertThat(sent).containsExactly("1 1", "2 2");
  }

  @Test
  void unwantedOne_takesWindows_untilItIsNotRetained() {
    exporters.prepare(Map.of("a", settings(1)));
    exporters.start();
    SpooledExporter leaving = running();
    exporters.prepare(Map.of());
    exporters.start();
    leaving.accept(window(3));
    exporters.retain(Set.of());
    assertThat(exporters.byName()).isEmpty();
    assertThat(sent).containsExactly("1 3");
  }

  @Test
  void equalSettings_leaveItAlone() {
    exporters.prepare(Map.of("a", settings(1)));
    exporters.start();
    SpooledExporter before = running();
    exporters.prepare(Map.of("a", settings(1)));
    exporters.start();
    exporters.retain(Set.of("a"));
    assertThat(running()).isSameAs(before);
  }
}
