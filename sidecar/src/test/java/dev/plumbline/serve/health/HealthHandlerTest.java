package dev.plumbline.serve.health;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.plumbline.export.ProfileExporter;
import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.export.sender.ExportResult;
import dev.plumbline.export.sender.RequestSender;
import dev.plumbline.export.settings.ExporterKind;
import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.listen.Request;
import dev.plumbline.receive.AgentRegistry;
import dev.plumbline.scrape.Pull;
import dev.plumbline.scrape.ScrapeLoop;
import dev.plumbline.scrape.ScrapeSchedule;
import dev.plumbline.scrape.ScrapeStatus;
import dev.plumbline.serve.config.GadgetSettings;
import dev.plumbline.serve.listener.Refusals;
import dev.plumbline.serve.machine.StateDirectory;
import dev.plumbline.serve.route.Router;
import dev.plumbline.serve.route.StoreHolder;
import dev.plumbline.serve.source.Receivers;
import dev.plumbline.serve.source.RunningGadget;
import dev.plumbline.spool.SpoolSettings;
import dev.plumbline.spool.SpooledExporter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class HealthHandlerTest {
  private static final ScrapeSchedule SCHEDULE =
      new ScrapeSchedule(Duration.ofSeconds(10), Duration.ZERO);
  private static final long NOW = 1_764_400_000_000L;

  @TempDir private Path directory = Path.of("");

  enum Kind {
    GADGETS,
    EXPORTERS,
    TARGETS,
    AGENTS
  }

  private Health health(Kind kind, int count, StoreHolder store) {
    List<RunningGadget> gadgets = new ArrayList<>();
    List<SpooledExporter> exporters = new ArrayList<>();
    List<ScrapeStatus> targets = new ArrayList<>();
    List<AgentRegistry.Agent> agents = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      switch (kind) {
        case GADGETS -> gadgets.add(leftOut("g" + i, i));
        case EXPORTERS -> exporters.add(exporter("e" + i));
        case TARGETS ->
            targets.add(
                ScrapeLoop.of(new Pull("http://target" + i, SCHEDULE, () -> 0), "p").status());
        case AGENTS -> agents.add(new AgentRegistry.Agent("a" + i, i, "1", NOW));
      }
    }
    return new Health(gadgets, exporters, listening(), targets, store, agents);
  }

  private static Health.Listening listening() {
    return new Health.Listening(
        List.of(), List.of(), new Refusals(Clock.systemUTC()), new Receivers(new Router(), "test"));
  }

  private static RunningGadget leftOut(String name, long millisAgo) {
    Clock then = Clock.fixed(Instant.ofEpochMilli(NOW - millisAgo), ZoneOffset.UTC);
    GadgetSettings settings =
        new GadgetSettings(name, Map.of(), null, GadgetSettings.Origin.DEFAULT);
    return RunningGadget.leftOut(settings, "not here", then);
  }

  /** Not started: it holds no thread and no file. */
  private SpooledExporter exporter(String name) {
    ExporterSettings settings =
        ExporterSettings.builder(name, ExporterKind.OTLP_GRPC).endpoint("receiver:4317").build();
    return new SpooledExporter(
        settings,
        new SpoolSettings(directory, SpoolSettings.DEFAULT_MAX_BYTES),
        each -> ProfileExporter.create(each, new Nobody(), null),
        (request, level) -> {
          throw new IOException("not asked");
        },
        Clock.systemUTC());
  }

  private static final class Nobody implements RequestSender {
    @Override
    public ExportResult send(ExportRequest request, long timeoutNanos) {
      return ExportResult.accepted();
    }

    @Override
    public String target() {
      return "nobody";
    }

    @Override
    public void close() {}
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void rowsOfAKind_areBounded_andTheAnswerSaysSo(Kind kind) throws Exception {
    assertThat(rows(answer(kind, 500))).hasSize(500);
    assertThat(answer(kind, 500)).contains("\"truncated\":false");
    assertThat(rows(answer(kind, 501))).hasSize(500);
    assertThat(answer(kind, 501)).contains("\"truncated\":true");
  }

  @Test
  void newestTrouble_comesFirst_andGivesTheAdvice() throws Exception {
    assertThat(rows(answer(Kind.GADGETS, 3))).containsExactly("g0", "g1", "g2");
    try (StateDirectory state = StateDirectory.hold(directory.resolve("state"));
        StoreHolder store = new StoreHolder(state, "test", List::of)) {
      List<RunningGadget> gadgets =
          List.of(leftOut("old", 9), leftOut("new", 1), leftOut("mid", 5));
      String answer =
          answer(new Health(gadgets, List.of(), listening(), List.of(), store, List.of()));
      assertThat(rows(answer)).containsExactly("new", "mid", "old");
      assertThat(answer)
          .startsWith("{\"state\":\"warning\",\"advice\":\"gadget new: not here\",\"gadgets\":[");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "OK 0; WARNING 1; ERROR 2, ERROR 2; WARNING 1; OK 0",
    "WARNING 1; WARNING 3; WARNING 2, WARNING 3; WARNING 2; WARNING 1",
    "ERROR 1; OK 0; WARNING 9; ERROR 5, ERROR 5; ERROR 1; WARNING 9; OK 0"
  })
  void rows_standByConditionAndThenByTime(String given, String expected) throws Exception {
    List<Row> rows = new ArrayList<>();
    for (String each : given.split("; ")) {
      String[] words = each.split(" ");
      rows.add(
          new Row(
              Condition.valueOf(words[0]),
              Long.parseLong(words[1]),
              "",
              "",
              json -> json.writeStringField("name", each)));
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = new JsonFactory().createGenerator(bytes)) {
      json.writeStartObject();
      Row.write(json, "rows", rows);
      json.writeEndObject();
    }
    assertThat(rows(bytes.toString(UTF_8))).containsExactly(expected.split("; "));
  }

  private static List<String> rows(String answer) {
    Matcher matcher = Pattern.compile("\"(?:name|service)\":\"([^\"]+)\"").matcher(answer);
    return matcher.results().map(result -> result.group(1)).toList();
  }

  private String answer(Kind kind, int count) throws Exception {
    try (StateDirectory state = StateDirectory.hold(directory.resolve("state"));
        StoreHolder store = new StoreHolder(state, "test", List::of)) {
      return answer(health(kind, count, store));
    }
  }

  private static String answer(Health health) throws Exception {
    Request request =
        new Request("GET", "/api/v1/health", Map.of(), Map.of(), "127.0.0.1", new byte[0]);
    Clock clock = Clock.fixed(Instant.ofEpochMilli(NOW), ZoneOffset.UTC);
    byte[] body = HealthHandler.route(() -> health, clock).handler().handle(request).body();
    return new String(body, UTF_8);
  }
}
