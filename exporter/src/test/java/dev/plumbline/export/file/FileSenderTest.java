package dev.plumbline.export.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.export.sender.ExportResult;
import dev.plumbline.export.sender.SenderClosedException;
import dev.plumbline.export.settings.FileSettings;
import dev.plumbline.profile.SampleCounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileSenderTest {
  private static final Instant NOW = Instant.parse("2026-11-29T12:00:00Z");

  @TempDir Path temporary;

  @Test
  void request_becomesOneFileWithItsBytes() throws IOException {
    Path directory = temporary.resolve("a/b");
    FileSender sender = sender(FileSettings.of(directory), NOW);
    assertThat(send(sender, 10).outcome()).isEqualTo(ExportResult.Outcome.ACCEPTED);
    assertThat(send(sender, 20).outcome()).isEqualTo(ExportResult.Outcome.ACCEPTED);
    assertThat(names(directory))
        .containsExactly(
            "my_exporter-1795953600000-000001.otlp", "my_exporter-1795953600000-000002.otlp");
    assertThat(Files.readAllBytes(directory.resolve(names(directory).get(1)))).hasSize(20);
  }

  @Test
  void bounds_holdAlsoForFilesOfEarlierRuns() throws IOException {
    send(sender(FileSettings.of(temporary), NOW), 40);
    FileSender bounded = sender(FileSettings.of(temporary, 100, 3), NOW.plusSeconds(1));
    send(bounded, 40);
    send(bounded, 40);
    assertThat(names(temporary))
        .containsExactly(
            "my_exporter-1795953601000-000001.otlp", "my_exporter-1795953601000-000002.otlp");
    for (int i = 0; i < 5; i++) {
      send(bounded, 1);
    }
    assertThat(names(temporary)).hasSize(3);
  }

  @Test
  void filesOfOtherProcesses_countWithinTheBoundsOfTheirName() throws IOException {
    FileSettings bounds = FileSettings.of(temporary, 100, 10);
    write(bounds, 99, NOW.plusSeconds(1), 30);
    write(bounds, 100, NOW, 30);
    write(bounds, 7, NOW.plusSeconds(2), 50);
    // The oldest goes, whatever its process's number.
    assertThat(names(temporary))
        .containsExactly(
            "plumbline-7-1795953602000-000001.jfr", "plumbline-99-1795953601000-000001.jfr");
  }

  private static void write(FileSettings bounds, long pid, Instant time, int length)
      throws IOException {
    BoundedFiles.ofProcess(bounds, "plumbline", pid, ".jfr", Clock.fixed(time, ZoneOffset.UTC))
        .write(length, out -> out.write(new byte[length]));
  }

  @Test
  void foreignFiles_areLeftAlone() throws IOException {
    Files.writeString(temporary.resolve("other.otlp"), "mine");
    Files.writeString(temporary.resolve("my_exporter-notes.otlp"), "mine");
    FileSender bounded = sender(FileSettings.of(temporary, 100, 1), NOW);
    send(bounded, 10);
    send(bounded, 10);
    assertThat(names(temporary)).contains("other.otlp", "my_exporter-notes.otlp").hasSize(3);
  }

  @Test
  void unfinishedFiles_areRemoved() throws IOException {
    Path left = temporary.resolve("my_exporter-1795953600000-000009.otlp.tmp");
    Files.writeString(left, "half");
    send(sender(FileSettings.of(temporary), NOW), 10);
    assertThat(left).doesNotExist();
  }

  @Test
  void directoryThatIsAFile_isSaidAndRetried() throws IOException {
    Path file = Files.writeString(temporary.resolve("file"), "");
    FileSender sender = sender(FileSettings.of(file), NOW);
    ExportResult result = send(sender, 10);
    assertThat(result.outcome()).isEqualTo(ExportResult.Outcome.RETRY_AFTER);
    assertThat(result.message()).contains(file.toString());
    Files.delete(file);
    assertThat(send(sender, 10).outcome()).isEqualTo(ExportResult.Outcome.ACCEPTED);
  }

  @Test
  void directoryThatVanishes_isMadeAgain() throws IOException {
    Path directory = temporary.resolve("d");
    FileSender sender = sender(FileSettings.of(directory), NOW);
    send(sender, 10);
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.collect(Collectors.toList())) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
    assertThat(send(sender, 10).outcome()).isEqualTo(ExportResult.Outcome.RETRY_AFTER);
    assertThat(send(sender, 10).outcome()).isEqualTo(ExportResult.Outcome.ACCEPTED);
  }

  @Test
  void requestAboveTheBound_isRefused() {
    FileSender sender = sender(FileSettings.of(temporary, 5, 5), NOW);
    assertThat(send(sender, 6).outcome()).isEqualTo(ExportResult.Outcome.REFUSED);
  }

  @Test
  void closedSender_throws() {
    FileSender sender = sender(FileSettings.of(temporary), NOW);
    sender.close();
    assertThatThrownBy(() -> send(sender, 1)).isInstanceOf(SenderClosedException.class);
  }

  private static ExportResult send(FileSender sender, int length) {
    return sender.send(
        ExportRequest.takingOver(new byte[length], length, 1, SampleCounts.EMPTY), 1);
  }

  private static FileSender sender(FileSettings settings, Instant now) {
    return new FileSender(settings, "my/exporter", Clock.fixed(now, ZoneOffset.UTC));
  }

  private static List<String> names(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().collect(Collectors.toList());
    }
  }
}
