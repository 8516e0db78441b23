package dev.plumbline.serve.health;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.plumbline.export.ExportAccount;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.spool.SpoolStatus;
import dev.plumbline.spool.SpooledExporter;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Rows of exporters. Stateless. */
final class ExporterRows {
  /** What an exporter may be behind, with its windows of ten seconds, before it is a trouble. */
  static final Duration BEHIND = Duration.ofSeconds(60);

  private ExporterRows() {}

  static List<Row> of(List<SpooledExporter> exporters, long nowUnixMillis) {
    return exporters.stream().map(exporter -> of(exporter, nowUnixMillis)).toList();
  }

  private static Row of(SpooledExporter exporter, long nowUnixMillis) {
    SpoolStatus status = exporter.status();
    Row.Members more = json -> write(json, exporter, status);
    long oldest = status.oldestUnixMillis();
    if (status.lastFaultUnixMillis() > status.lastSuccessUnixMillis()) {
      String remedy =
          status.isFaultOfDisk()
              ? "see that the state directory can be written and has room"
              : remedyOfReceiver(exporter);
      return trouble(exporter, status.lastFaultUnixMillis(), status.lastFault(), remedy, more);
    }
    if (oldest > 0 && nowUnixMillis - oldest > BEHIND.toMillis()) {
      String text = "the receiver does not keep up or is away";
      return trouble(exporter, oldest + BEHIND.toMillis(), text, remedyOfReceiver(exporter), more);
    }
    return Row.ok("sending", more);
  }

  private static String remedyOfReceiver(SpooledExporter exporter) {
    return "see that a receiver is at " + exporter.target();
  }

  private static Row trouble(
      SpooledExporter exporter, long unixMillis, String text, String remedy, Row.Members more) {
    String advice = "exporter " + exporter.settings().name() + ": " + text + "; " + remedy;
    return new Row(Condition.WARNING, unixMillis, text, advice, more);
  }

  private static void write(JsonGenerator json, SpooledExporter exporter, SpoolStatus status)
      throws IOException {
    ExportAccount account = exporter.account();
    OtlpLevel level = exporter.receiverLevel();
    json.writeStringField("name", exporter.settings().name());
    json.writeStringField("endpoint", exporter.target());
    HealthJson.text(json, "level", level == null ? "" : level.text());
    json.writeNumberField("queueBytes", account.heldBytes());
    json.writeNumberField("queueLimitBytes", status.maxBytes());
    HealthJson.millis(json, "oldestMillis", status.oldestUnixMillis());
    HealthJson.millis(json, "lastSuccessMillis", status.lastSuccessUnixMillis());
    HealthJson.text(json, "lastError", status.lastFault());
    HealthJson.millis(json, "lastErrorMillis", status.lastFaultUnixMillis());
    HealthJson.millis(json, "nextTryMillis", status.nextTryUnixMillis());
    ExportAccount.Tally tally = account.samples();
    json.writeNumberField("accepted", tally.accepted());
    json.writeNumberField("exported", tally.exported());
    HealthJson.counts(json, "dropped", tally.droppedByReason());
    HealthJson.counts(json, "rejected", tally.rejectedByReason());
    json.writeNumberField("held", tally.held());
    json.writeNumberField("dividedSamples", account.dividedSamples());
  }
}
