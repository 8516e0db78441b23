package dev.plumbline.serve.health;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.plumbline.api.ProfileApi;
import dev.plumbline.listen.Handler;
import dev.plumbline.listen.Request;
import dev.plumbline.listen.Response;
import dev.plumbline.listen.Route;
import dev.plumbline.store.StoreStatus;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** {@code GET /api/v1/health}, as docs/api.md describes it. */
public final class HealthHandler implements Handler {
  private static final JsonFactory JSON = new JsonFactory();

  private final Supplier<Health> health;
  private final InstantSource clock;

  private HealthHandler(Supplier<Health> health, InstantSource clock) {
    this.health = health;
    this.clock = clock;
  }

  public static Route route(Supplier<Health> health, InstantSource clock) {
    return Route.get("/api/v1/health", new HealthHandler(health, clock))
        .answering(ProfileApi::refusal);
  }

  @Override
  public Response handle(Request request) throws IOException {
    Health now = health.get();
    long nowUnixMillis = clock.millis();
    Map<String, List<Row>> kinds = new LinkedHashMap<>();
    kinds.put("gadgets", GadgetRows.of(now.gadgets(), nowUnixMillis));
    kinds.put("exporters", ExporterRows.of(now.exporters(), nowUnixMillis));
    kinds.put("receivers", ReceiverRows.of(now.listening(), nowUnixMillis));
    kinds.put("targets", TargetRows.of(now.targets()));
    kinds.put("agents", AgentRows.of(now.agents(), nowUnixMillis));
    StoreStatus status = now.store().status();
    Row store = status == null ? null : StoreRow.of(status, nowUnixMillis);
    return Response.of(200, "application/json", json(kinds, store))
        .with("cache-control", "no-store");
  }

  private static byte[] json(Map<String, List<Row>> kinds, @Nullable Row store) throws IOException {
    Row worst = worst(kinds, store);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.writeStartObject();
      json.writeStringField("state", (worst == null ? Condition.OK : worst.condition()).word());
      HealthJson.text(json, "advice", worst == null ? "" : worst.advice());
      for (Map.Entry<String, List<Row>> kind : kinds.entrySet()) {
        Row.write(json, kind.getKey(), kind.getValue());
      }
      if (store == null) {
        json.writeNullField("store");
      } else {
        json.writeFieldName("store");
        store.write(json);
      }
      json.writeBooleanField(
          "truncated", kinds.values().stream().anyMatch(rows -> rows.size() > Row.MAX_ROWS));
      json.writeEndObject();
    }
    return bytes.toByteArray();
  }

  /** Of those with something to do about; null if there is none. */
  private static @Nullable Row worst(Map<String, List<Row>> kinds, @Nullable Row store) {
    List<Row> all = new ArrayList<>();
    kinds.values().forEach(all::addAll);
    if (store != null) {
      all.add(store);
    }
    all.removeIf(row -> row.advice().isEmpty());
    return Row.worst(all);
  }
}
