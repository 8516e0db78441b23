package dev.plumbline.serve.health;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.plumbline.scrape.ScrapeResult;
import dev.plumbline.scrape.ScrapeStatus;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Rows of what receivers fetch from. Stateless. */
final class TargetRows {
  private TargetRows() {}

  static List<Row> of(List<ScrapeStatus> targets) {
    return targets.stream().map(TargetRows::of).toList();
  }

  private static Row of(ScrapeStatus target) {
    ScrapeStatus.Last last = target.last();
    Row.Members more = json -> write(json, target, last);
    if (last.result() == null) {
      return Row.ok("not yet scraped", more);
    }
    if (last.result() == ScrapeResult.SUCCESS) {
      return Row.ok("scraped", more);
    }
    String advice =
        "receiver " + target.receiver() + ": " + target.target() + ": " + last.message();
    return new Row(Condition.WARNING, last.endUnixMillis(), last.message(), advice, more);
  }

  private static void write(JsonGenerator json, ScrapeStatus target, ScrapeStatus.Last last)
      throws IOException {
    ScrapeResult result = last.result();
    json.writeStringField("name", target.receiver() + " " + target.target());
    json.writeStringField("receiver", target.receiver());
    json.writeStringField("url", target.target());
    HealthJson.text(json, "result", result == null ? "" : result.word());
    HealthJson.millis(json, "lastMillis", last.endUnixMillis());
    HealthJson.millis(json, "lastSuccessMillis", last.successUnixMillis());
    json.writeNumberField("durationMillis", last.durationMillis());
    json.writeNumberField("samples", target.samples());
    Map<String, Long> tries = new TreeMap<>();
    target.tries().forEach((each, count) -> tries.put(each.word(), count));
    HealthJson.counts(json, "results", tries);
  }
}
