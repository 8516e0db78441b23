package dev.plumbline.spool;

import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.export.settings.Compression;
import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.export.settings.QueuePolicy;
import dev.plumbline.export.settings.QueueSettings;
import dev.plumbline.export.settings.RetrySettings;
import dev.plumbline.otlp.OtlpLevel;
import java.time.Duration;

/**
 * What an exporter's settings mean where its queue is on disk: its bounds and its age are the
 * spool's, and the exporter behind it tries until it is told to stop. Stateless.
 */
final class SpoolPolicy {
  private static final Duration FOREVER = Duration.ofDays(3_650);
  private static final long MEMORY_BYTES = 256L << 20;

  private SpoolPolicy() {}

  static ExporterSettings ofMemory(ExporterSettings settings) {
    RetrySettings retry =
        RetrySettings.builder()
            .initialDelay(settings.retry().initialDelay())
            .maxDelay(settings.retry().maxDelay())
            .maxAttempts(Integer.MAX_VALUE)
            .maxAge(FOREVER)
            .build();
    return settings.toBuilder()
        .retry(retry)
        .queue(
            QueueSettings.of(
                MEMORY_BYTES, QueueSettings.DEFAULT_MAX_ITEMS, QueuePolicy.DROP_NEWEST))
        .build();
  }

  /** Of the disk: what the user set for the queue, else the spool's defaults. */
  static SpoolBounds bounds(ExporterSettings settings, SpoolSettings spool) {
    QueueSettings queue = settings.queue();
    return new SpoolBounds(
        queue.maxBytesOr(spool.maxBytes()),
        Math.min(SpoolBounds.MAX_ROWS, queue.maxItemsOr(SpoolBounds.MAX_ROWS)),
        queue.policy());
  }

  /** Age after which a request is dropped: what the user set, else none but the bytes' bound. */
  static Duration maxAge(ExporterSettings settings) {
    return settings.retry().maxAgeOr(FOREVER);
  }

  /** In which windows are written; a receiver may turn out to want another. */
  static OtlpLevel level(ExporterSettings settings) {
    OtlpLevel chosen = settings.level().level();
    return chosen == null ? OtlpLevel.V1_10 : chosen;
  }

  /** As it will be sent, so that it is compressed once, and takes less of the disk. */
  static ExportRequest asSent(ExportRequest request, ExporterSettings settings) {
    return settings.compression() == Compression.GZIP ? request.compressed() : request;
  }
}
