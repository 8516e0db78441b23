package dev.plumbline.serve;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.plumbline.metric.Scrape;
import dev.plumbline.metric.ScrapeSource;
import dev.plumbline.scrape.Pull;
import dev.plumbline.scrape.PullSource;
import dev.plumbline.scrape.ScrapeLoop;
import dev.plumbline.scrape.ScrapeResult;
import dev.plumbline.scrape.ScrapeStatus;
import dev.plumbline.serve.config.PullSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/**
 * The receivers that fetch, each with the loops of its targets. A change leaves those alone whose
 * settings are the same. Confined to the daemon's thread, but for {@link #targets}.
 */
final class RunningPulls implements ScrapeSource, AutoCloseable {
  private final Map<PullSettings, List<ScrapeLoop>> running = new LinkedHashMap<>();
  private final List<ScrapeLoop> visible = new CopyOnWriteArrayList<>();

  void change(List<PullSettings> wanted, Function<PullSettings, PullSource.Parts> parts) {
    for (PullSettings settings : List.copyOf(running.keySet())) {
      if (!wanted.contains(settings)) {
        close(settings);
      }
    }
    for (PullSettings settings : wanted) {
      if (!running.containsKey(settings)) {
        start(settings, parts.apply(settings));
      }
    }
  }

  private void start(PullSettings settings, PullSource.Parts parts) {
    List<ScrapeLoop> loops = new ArrayList<>();
    for (Pull pull : settings.source().open(parts)) {
      loops.add(ScrapeLoop.of(pull, settings.name()));
    }
    running.put(settings, loops);
    visible.addAll(loops);
    loops.forEach(ScrapeLoop::start);
  }

  private void close(PullSettings settings) {
    List<ScrapeLoop> loops = running.remove(settings);
    if (loops != null) {
      loops.forEach(ScrapeLoop::close);
      visible.removeAll(loops);
    }
  }

  /** How each target goes. Any thread. */
  List<ScrapeStatus> targets() {
    return visible.stream().map(ScrapeLoop::status).toList();
  }

  @Override
  public void collect(Scrape sink) {
    targets().forEach(target -> target.report(sink));
  }

  /** As docs/api.md has it: those in trouble first. */
  static void writeHealth(JsonGenerator json, List<ScrapeStatus> targets, int maxRows)
      throws IOException {
    json.writeArrayFieldStart("targets");
    List<ScrapeStatus> rows = new ArrayList<>(targets);
    rows.sort((a, b) -> Boolean.compare(isWell(a), isWell(b)));
    for (ScrapeStatus target : rows.subList(0, Math.min(rows.size(), maxRows))) {
      ScrapeStatus.Last last = target.last();
      ScrapeResult result = last.result();
      json.writeStartObject();
      json.writeStringField("name", target.receiver() + " " + target.target());
      json.writeStringField("receiver", target.receiver());
      json.writeStringField("url", target.target());
      json.writeStringField("state", isWell(target) ? "ok" : "warning");
      json.writeStringField(
          "text",
          result == null
              ? "not yet scraped"
              : result == ScrapeResult.SUCCESS ? "scraped" : last.message());
      if (result == null) {
        json.writeNullField("result");
      } else {
        json.writeStringField("result", result.word());
      }
      HealthHandler.millis(json, "lastMillis", last.endUnixMillis());
      HealthHandler.millis(json, "lastSuccessMillis", last.successUnixMillis());
      json.writeNumberField("durationMillis", last.durationMillis());
      json.writeNumberField("samples", target.samples());
      Map<String, Long> tries = new TreeMap<>();
      target.tries().forEach((each, count) -> tries.put(each.word(), count));
      HealthHandler.counts(json, "results", tries);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  static boolean isWell(ScrapeStatus target) {
    ScrapeResult result = target.last().result();
    return result == null || result == ScrapeResult.SUCCESS;
  }

  /** Gives up what is under way. */
  @Override
  public void close() {
    List.copyOf(running.keySet()).forEach(this::close);
  }
}
