package dev.plumbline.serve;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.plumbline.api.ProfileApi;
import dev.plumbline.export.ExportAccount;
import dev.plumbline.listen.Handler;
import dev.plumbline.listen.Request;
import dev.plumbline.listen.Response;
import dev.plumbline.listen.Route;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.receive.AgentRegistry;
import dev.plumbline.receive.ReceiverCounts;
import dev.plumbline.receive.SenderTable;
import dev.plumbline.serve.config.ReceiverSettings;
import dev.plumbline.spool.SpoolStatus;
import dev.plumbline.spool.SpooledExporter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** {@code GET /api/v1/health}, as docs/api.md describes it. */
final class HealthHandler implements Handler {
  private static final JsonFactory JSON = new JsonFactory();
  private static final int MAX_ROWS = 500;

  private final Supplier<Health> health;
  private final Refusals refusals;
  private final Receivers receivers;

  private HealthHandler(Supplier<Health> health, Refusals refusals, Receivers receivers) {
    this.health = health;
    this.refusals = refusals;
    this.receivers = receivers;
  }

  static Route route(Supplier<Health> health, Refusals refusals, Receivers receivers) {
    return Route.get("/api/v1/health", new HealthHandler(health, refusals, receivers))
        .answering(ProfileApi::refusal);
  }

  @Override
  public Response handle(Request request) throws IOException {
    Health now = health.get();
    Verdict verdict = Verdict.of(now);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.writeStartObject();
      json.writeStringField("state", verdict.state());
      text(json, "advice", verdict.advice());
      gadgets(json, now);
      exporters(json, now);
      receivers(json, now);
      RunningPulls.writeHealth(json, now.targets(), MAX_ROWS);
      now.store().writeHealth(json);
      agents(json, now);
      json.writeBooleanField("truncated", isTruncated(now));
      json.writeEndObject();
    }
    return Response.of(200, "application/json", bytes.toByteArray())
        .with("cache-control", "no-store");
  }

  private static boolean isTruncated(Health now) {
    return now.exporters().size() > MAX_ROWS || now.targets().size() > MAX_ROWS;
  }

  private static void gadgets(JsonGenerator json, Health now) throws IOException {
    json.writeArrayFieldStart("gadgets");
    for (RunningGadget gadget : now.gadgets()) {
      RunningGadget.Status status = gadget.status();
      json.writeStartObject();
      json.writeStringField("name", gadget.settings().name());
      json.writeStringField("state", Verdict.state(status.state()));
      json.writeStringField("text", Verdict.text(status));
      json.writeNumberField("samplesPerSecond", status.samplesPerSecond());
      json.writeNumberField("samples", status.samples());
      counts(json, "lost", status.lost());
      GadgetEnds.of(gadget).write(json);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void exporters(JsonGenerator json, Health now) throws IOException {
    json.writeArrayFieldStart("exporters");
    for (SpooledExporter exporter : now.exporters().stream().limit(MAX_ROWS).toList()) {
      SpoolStatus status = exporter.status();
      ExportAccount account = exporter.account();
      json.writeStartObject();
      json.writeStringField("name", exporter.settings().name());
      json.writeStringField("state", Verdict.state(status));
      json.writeStringField("text", Verdict.text(status));
      json.writeStringField("endpoint", exporter.target());
      text(json, "level", levelOf(exporter));
      json.writeNumberField("queueBytes", account.heldBytes());
      json.writeNumberField("queueLimitBytes", status.maxBytes());
      millis(json, "oldestMillis", status.oldestUnixMillis());
      millis(json, "lastSuccessMillis", status.lastSuccessUnixMillis());
      text(json, "lastError", status.lastFault());
      millis(json, "lastErrorMillis", status.lastFaultUnixMillis());
      millis(json, "nextTryMillis", status.nextTryUnixMillis());
      tally(json, account.samples());
      json.writeNumberField("dividedSamples", account.dividedSamples());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static String levelOf(SpooledExporter exporter) {
    OtlpLevel level = exporter.receiverLevel();
    return level == null ? "" : level.text();
  }

  private static void tally(JsonGenerator json, ExportAccount.Tally tally) throws IOException {
    json.writeNumberField("accepted", tally.accepted());
    json.writeNumberField("exported", tally.exported());
    counts(json, "dropped", tally.droppedByReason());
    counts(json, "rejected", tally.rejectedByReason());
    json.writeNumberField("held", tally.held());
  }

  private void receivers(JsonGenerator json, Health now) throws IOException {
    json.writeArrayFieldStart("receivers");
    for (Listeners.Open open : now.listeners()) {
      for (ReceiverSettings receiver : open.receivers()) {
        ReceiverCounts counts = receivers.counts(receiver.name());
        Map<String, Long> refused = new TreeMap<>(refusals.of(open.listener().settings().name()));
        counts.rejectedByReason().forEach((reason, n) -> refused.merge(reason, n, Long::sum));
        json.writeStartObject();
        json.writeStringField("name", receiver.name());
        json.writeStringField("state", "ok");
        json.writeStringField("text", "listening");
        json.writeStringField("address", open.listener().address().toString());
        json.writeNumberField("accepted", counts.accepted());
        counts(json, "refused", refused);
        senders(json, counts);
        json.writeEndObject();
      }
    }
    json.writeEndArray();
  }

  private static void senders(JsonGenerator json, ReceiverCounts counts) throws IOException {
    json.writeArrayFieldStart("senders");
    for (SenderTable.Sender sender : counts.senders().senders()) {
      json.writeStartObject();
      json.writeStringField("peer", sender.peer());
      json.writeStringField("format", sender.format());
      text(json, "level", sender.level());
      json.writeNumberField("accepted", sender.accepted());
      counts(json, "refused", sender.refusedByReason());
      json.writeNumberField("lastMillis", sender.lastUnixMillis());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void agents(JsonGenerator json, Health now) throws IOException {
    json.writeArrayFieldStart("agents");
    for (AgentRegistry.Agent agent : now.agents()) {
      json.writeStartObject();
      json.writeStringField("service", agent.service());
      json.writeNumberField("pid", agent.pid());
      json.writeStringField("version", agent.version());
      json.writeStringField("state", Verdict.state(agent));
      json.writeNumberField("lastMillis", agent.lastUnixMillis());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  static void counts(JsonGenerator json, String name, Map<String, Long> counts) throws IOException {
    json.writeObjectFieldStart(name);
    for (Map.Entry<String, Long> count : counts.entrySet()) {
      json.writeNumberField(count.getKey(), count.getValue());
    }
    json.writeEndObject();
  }

  /** Empty means that nothing is known. */
  private static void text(JsonGenerator json, String name, String text) throws IOException {
    if (text.isEmpty()) {
      json.writeNullField(name);
    } else {
      json.writeStringField(name, text);
    }
  }

  /** 0 means never. */
  static void millis(JsonGenerator json, String name, long unixMillis) throws IOException {
    if (unixMillis == 0) {
      json.writeNullField(name);
    } else {
      json.writeNumberField(name, unixMillis);
    }
  }
}
