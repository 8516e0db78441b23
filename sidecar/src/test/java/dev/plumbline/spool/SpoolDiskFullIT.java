package dev.plumbline.spool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.ExportAccount;
import dev.plumbline.export.ProfileExporter;
import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.export.sender.ExportResult;
import dev.plumbline.export.sender.RequestSender;
import dev.plumbline.export.settings.ExporterKind;
import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.export.settings.FileSettings;
import dev.plumbline.store.SmallFileSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A queue on a file system of 2 MiB, whose receiver is away until it is full. */
class SpoolDiskFullIT {
  private static final Duration LONG = Duration.ofSeconds(20);

  @TempDir Path directory;

  private final AtomicLong received = new AtomicLong();
  private volatile boolean isAway = true;

  private @Nullable SmallFileSystem disk;

  @BeforeEach
  void mount() throws Exception {
    disk = SmallFileSystem.mount(directory, "2m");
  }

  @AfterEach
  void unmount() throws Exception {
    if (disk != null) {
      disk.unmount();
    }
  }

  private final class Receiver implements RequestSender {
    @Override
    public ExportResult send(ExportRequest request, long timeoutNanos) {
      if (isAway) {
        return ExportResult.retryAfter("unavailable", "away", 0);
      }
      received.addAndGet(request.samples().total());
      return ExportResult.accepted();
    }

    @Override
    public String target() {
      return "test";
    }

    @Override
    public void close() {}
  }

  @Test
  void fullDisk_refusesWhatItCannotKeep_andLosesNothingThatItTook() throws Exception {
    SpooledExporter exporter =
        new SpooledExporter(
            ExporterSettings.builder("full", ExporterKind.FILE)
                .file(FileSettings.of(directory))
                .build(),
            new SpoolSettings(directory, SpoolSettings.DEFAULT_MAX_BYTES),
            memory -> ProfileExporter.create(memory, new Receiver(), null),
            (request, level) -> {
              throw new IOException("not asked");
            },
            Clock.systemUTC());
    exporter.start();
    long safe = 0;
    int refused = 0;
    for (int i = 0; i < 400 && refused < 5; i++) {
      if (exporter.acceptDurably(TestWindows.of(500), LONG)) {
        safe += 500;
      } else {
        refused++;
      }
    }
    assertThat(refused).isEqualTo(5);
    assertThat(exporter.status().lastFault()).contains("disk");
    isAway = false;
    exporter.close(LONG);
    assertThat(received.get()).isEqualTo(safe);
    ExportAccount.Tally samples = exporter.account().samples();
    assertThat(samples.exported()).isEqualTo(safe);
    assertThat(samples.droppedByReason()).containsEntry(SpoolDrops.DISK, 2_500L);
    assertThat(samples.held()).isZero();
  }
}
