package dev.plumbline.spool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.export.ExportAccount;
import dev.plumbline.export.ProfileExporter;
import dev.plumbline.export.SettlementListener.Settlement;
import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.export.sender.ExportResult;
import dev.plumbline.export.sender.RequestSender;
import dev.plumbline.export.settings.ExporterKind;
import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.export.settings.LevelChoice;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.profile.ProfileType;
import dev.plumbline.profile.SampleCounts;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SpoolBookTest {
  private static final ProfileType CPU = ProfileType.builder("samples", "count").build();
  private static final ProfileType LOCKS = ProfileType.builder("contentions", "count").build();

  private final SpoolBook book = new SpoolBook();

  private static SampleCounts counts(ProfileType type, long samples) {
    return SampleCounts.builder().add(type, samples).build();
  }

  /** What an exporter says of a request with two profiles and that many samples. */
  private static Settlement settlement(ExportResult result, long samples) throws Exception {
    ExporterSettings settings =
        ExporterSettings.builder("test", ExporterKind.OTLP_GRPC)
            .endpoint("localhost:1")
            .level(LevelChoice.V1_10)
            .build();
    CompletableFuture<Settlement> told = new CompletableFuture<>();
    try (ProfileExporter exporter = ProfileExporter.create(settings, new Answering(result), null)) {
      exporter.start();
      ExportRequest request = ExportRequest.takingOver(new byte[1], 1, 2, counts(CPU, samples));
      exporter.export(request, OtlpLevel.V1_10, told::complete);
      return told.get(60, TimeUnit.SECONDS);
    }
  }

  private record Answering(ExportResult result) implements RequestSender {
    @Override
    public ExportResult send(ExportRequest request, long timeoutNanos) {
      return result;
    }

    @Override
    public String target() {
      return "test";
    }

    @Override
    public void close() {}
  }

  private void assertBalanced(ExportAccount account, long held) {
    ExportAccount.Tally all = account.samples();
    assertThat(all.held()).isEqualTo(held);
    assertThat(all.accepted())
        .isEqualTo(all.exported() + all.dropped() + all.rejected() + all.held());
  }

  @Test
  void otherCounts_afterEncodingAnew_areExactWhereAllWentOneWay() throws Exception {
    book.accepted(counts(LOCKS, 7));
    book.settled(counts(LOCKS, 7), settlement(ExportResult.accepted(), 5));
    assertThat(book.account().samples().exported()).isEqualTo(7);
    assertThat(book.account().dividedSamples()).isZero();
    assertBalanced(book.account(), 0);
  }

  @Test
  void otherCounts_thatWentTwoWays_areDividedAndMarked() throws Exception {
    book.accepted(counts(LOCKS, 20));
    book.accepted(counts(CPU, 3));
    book.settled(counts(LOCKS, 20), settlement(ExportResult.partlyRejected(1, "too old"), 10));
    assertThat(book.account().samples().exported()).isEqualTo(10);
    assertThat(book.account().samples().rejected()).isEqualTo(10);
    assertThat(book.account().dividedSamples()).isEqualTo(20);
    assertBalanced(book.account(), 3);
  }

  @Test
  void requestThatCameToNothing_isDroppedWithAReason() throws Exception {
    book.accepted(counts(CPU, 4));
    book.settled(counts(CPU, 4), settlement(ExportResult.accepted(), 0));
    assertThat(book.account().samples().droppedByReason())
        .containsOnlyKeys(ProfileExporter.LEVEL_CHANGED)
        .containsValue(4L);
    assertBalanced(book.account(), 0);
  }
}
