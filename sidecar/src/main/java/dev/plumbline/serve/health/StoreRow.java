package dev.plumbline.serve.health;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.plumbline.store.StoreCounts;
import dev.plumbline.store.StoreStatus;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The row of the store. Stateless. */
final class StoreRow {
  private static final long NANOS_A_MILLI = 1_000_000;

  private StoreRow() {}

  static Row of(StoreStatus status, long nowUnixMillis) {
    Row.Members more = json -> write(json, status);
    String error = status.lastError();
    if (error == null) {
      return Row.ok("writing", more);
    }
    String advice = "store: windows are not kept: " + error + "; make room on its file system";
    return new Row(Condition.ERROR, nowUnixMillis, error, advice, more);
  }

  private static void write(JsonGenerator json, StoreStatus status) throws IOException {
    json.writeNumberField("bytes", status.bytes());
    json.writeNumberField("limitBytes", status.settings().limitBytes());
    json.writeNumberField("retentionMillis", status.settings().retention().toMillis());
    millis(json, "oldestMillis", status.firstStartUnixNanos());
    millis(json, "newestMillis", status.endUnixNanos());
    json.writeNumberField("windows", status.windows());
    StoreCounts counts = status.counts();
    json.writeNumberField("accepted", counts.accepted());
    json.writeNumberField("stored", counts.stored());
    json.writeNumberField("held", counts.held());
    Map<String, Long> dropped = new TreeMap<>();
    counts.dropped().forEach((drop, samples) -> dropped.put(drop.reason(), samples));
    HealthJson.counts(json, "dropped", dropped);
    json.writeNumberField("corruptFiles", counts.corruptFiles());
    json.writeNumberField("lostWindows", counts.lostWindows());
    json.writeNumberField("expiredWindows", counts.expiredWindows());
  }

  private static void millis(JsonGenerator json, String name, @Nullable Long unixNanos)
      throws IOException {
    HealthJson.millis(json, name, unixNanos == null ? 0 : Math.floorDiv(unixNanos, NANOS_A_MILLI));
  }
}
