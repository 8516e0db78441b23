package dev.plumbline.serve.route;

import dev.plumbline.export.ExportAccount;
import dev.plumbline.metric.Scrape;
import dev.plumbline.metric.ScrapeSource;
import dev.plumbline.spool.SpoolStatus;
import dev.plumbline.spool.SpooledExporter;

/** The accounts of the exporters, by profile type. Thread-safe. */
public final class ExporterMetrics implements ScrapeSource {
  private static final double MILLIS = 1e3;

  private final Exporters exporters;

  public ExporterMetrics(Exporters exporters) {
    this.exporters = exporters;
  }

  @Override
  public void collect(Scrape sink) {
    for (SpooledExporter exporter : exporters.byName().values()) {
      String name = exporter.settings().name();
      ExportAccount account = exporter.account();
      account.samplesByType().forEach((type, tally) -> samples(sink, name, type.words(), tally));
      SpoolStatus status = exporter.status();
      sink.gauge("export_queue_bytes", "Requests on disk.", account.heldBytes(), "exporter", name);
      sink.gauge(
          "export_queue_limit_bytes", "Bound of the queue.", status.maxBytes(), "exporter", name);
      sink.gauge(
          "export_queue_oldest_timestamp_seconds",
          "When the oldest request on disk was accepted, since the epoch; 0 if none is held.",
          status.oldestUnixMillis() / MILLIS,
          "exporter",
          name);
      sink.gauge(
          "export_last_success_timestamp_seconds",
          "When the receiver last took a request, since the epoch; 0 if it never did.",
          status.lastSuccessUnixMillis() / MILLIS,
          "exporter",
          name);
      sink.counter(
          "export_queue_written_requests",
          "Requests that went to disk, since the receiver did not take them at once.",
          status.writtenRequests(),
          "exporter",
          name);
      sink.counter(
          "export_queue_corrupt_files",
          "Queue files that could not be read and were set aside.",
          status.corruptFiles(),
          "exporter",
          name);
    }
  }

  private static void samples(
      Scrape sink, String exporter, String type, ExportAccount.Tally tally) {
    String[] labels = {"exporter", exporter, "type", type};
    sink.counter(
        "export_samples_accepted", "Samples handed to the exporter.", tally.accepted(), labels);
    sink.counter(
        "export_samples_exported", "Samples that the receiver took.", tally.exported(), labels);
    sink.gauge(
        "export_samples_held", "Samples that wait on disk or in memory.", tally.held(), labels);
    tally
        .droppedByReason()
        .forEach(
            (reason, count) ->
                sink.counter(
                    "export_samples_dropped",
                    "Samples that we dropped, by reason.",
                    count,
                    "exporter",
                    exporter,
                    "type",
                    type,
                    "reason",
                    reason));
    tally
        .rejectedByReason()
        .forEach(
            (reason, count) ->
                sink.counter(
                    "export_samples_rejected",
                    "Samples that the receiver did not want, by reason.",
                    count,
                    "exporter",
                    exporter,
                    "type",
                    type,
                    "reason",
                    reason));
  }
}
