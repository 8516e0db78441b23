package dev.plumbline.run;

import static dev.plumbline.output.TestSources.SAMPLES;
import static dev.plumbline.output.TestSources.stack;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.config.Variables;
import dev.plumbline.config.exporters.ExporterChoice;
import dev.plumbline.config.exporters.IgConfig;
import dev.plumbline.config.exporters.OtelEnvironment;
import dev.plumbline.config.exporters.SelectionText;
import dev.plumbline.export.ProfileExporter;
import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.RecordBatch;
import dev.plumbline.metric.MetricSink;
import dev.plumbline.output.FieldChoice;
import dev.plumbline.output.OutputChoice;
import dev.plumbline.output.RecordSink;
import dev.plumbline.output.TestRecords;
import dev.plumbline.probe.GadgetProbe;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.ProfileWindow;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Scope;
import dev.plumbline.record.RecordFilter;
import dev.plumbline.record.RecordOrder;
import dev.plumbline.sampling.AttributeNaming;
import dev.plumbline.sampling.MappingReader;
import dev.plumbline.sampling.SampleMapping;
import dev.plumbline.yaml.Problems;
import dev.plumbline.yaml.SourcePosition;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The loop over a clock that the test moves: what is fetched, shown and exported when. */
class GadgetRunTest {
  private static final long SECOND = 1_000_000_000L;

  private final List<String> log = new ArrayList<>();
  private long nowNanos;
  private long stopAtNanos = Long.MAX_VALUE;
  private long setBackAtNanos = Long.MAX_VALUE;
  private long outputFailsAtNanos = Long.MAX_VALUE;

  private static final WindowExports.SampleOrigin ORIGIN =
      new WindowExports.SampleOrigin(Resource.of(Attributes.EMPTY), Scope.of("test", "1"));

  private final List<ProfileWindow> windows = new ArrayList<>();

  /** One sample a second, on the second. */
  private final class SteadyProbe implements GadgetProbe {
    private long collectedNanos;

    @Override
    public List<DataSource> dataSources() {
      return List.of(SAMPLES);
    }

    @Override
    public void start() {
      log.add("start");
    }

    @Override
    public RecordBatch collect(DataSource dataSource, long start, long end) {
      long samples = nowNanos / SECOND - collectedNanos / SECOND;
      collectedNanos = nowNanos;
      log.add(nowNanos / SECOND + " fetch " + samples + " of " + (end - start) / SECOND + " s");
      TestRecords records = new TestRecords(SAMPLES);
      return samples == 0
          ? records
          : records.row(stack(), stack("leaf"), samples, "a", 1L, false, 0.0);
    }

    @Override
    public void stop() {
      log.add("stop");
    }

    @Override
    public Map<String, Long> lost() {
      return Map.of();
    }

    @Override
    public String remarks() {
      return "";
    }

    @Override
    public void report(MetricSink sink) {}

    @Override
    public void close() {
      log.add("close");
    }
  }

  private final class LoggingSink implements RecordSink {
    @Override
    public void accept(RecordBatch batch) throws IOException {
      if (nowNanos >= outputFailsAtNanos) {
        throw new IOException("standard output: Broken pipe");
      }
      log.add("show " + batch.size());
    }

    @Override
    public void finish(long startUnixNanos, long endUnixNanos) {
      log.add("finish after " + (endUnixNanos - startUnixNanos) / SECOND + " s");
    }
  }

  private boolean pause(long nanos) {
    if (nowNanos + nanos >= stopAtNanos) {
      nowNanos = Math.max(nowNanos, stopAtNanos);
      return true;
    }
    nowNanos += nanos;
    return false;
  }

  private static SampleMapping mapping() {
    return new MappingReader(AttributeNaming.DOTTED, warning -> {})
        .read(SAMPLES, Map.of())
        .orElseThrow();
  }

  private static ExporterChoice exporters(String selection) {
    return ExporterChoice.ofSidecar(
        selection.isEmpty() ? null : SelectionText.of(SourcePosition.of("test"), selection),
        IgConfig.none(),
        OtelEnvironment.of(Variables.NONE, Variables.NONE),
        new Problems(),
        new Problems());
  }

  private void run(FetchPlan plan, Duration timeout, String selection, CountingSender sender)
      throws IOException {
    WindowExports exports =
        new WindowExports(
            exporters(selection),
            Map.of("samples", mapping()),
            ORIGIN,
            settings -> ProfileExporter.create(settings, sender, null),
            dataSource -> List.of(windows::add));
    RecordFlow flow =
        new RecordFlow(
            SAMPLES,
            plan,
            RecordFilter.of(List.of()),
            RecordOrder.parse("", -1, SAMPLES),
            new LoggingSink());
    GadgetRun.builder(new SteadyProbe(), List.of(flow), exports)
        .pause(this::pause)
        .clock(() -> Instant.ofEpochSecond(nowNanos < setBackAtNanos ? 1_000 : 500, nowNanos))
        .ticker(() -> nowNanos)
        .timeout(timeout)
        .build()
        .run();
  }

  @Test
  void records_areFetchedEachIntervalAndOnceMoreAtTheEnd() throws IOException {
    run(new FetchPlan(2 * SECOND, 0), Duration.ofSeconds(5), "", new CountingSender());
    assertThat(log)
        .containsExactly(
            "start",
            "2 fetch 2 of 2 s",
            "show 1",
            "4 fetch 2 of 2 s",
            "show 1",
            "stop",
            "5 fetch 1 of 1 s",
            "show 1",
            "finish after 5 s",
            "close");
  }

  @Test
  void intervalZero_isOneFetchAtTheEnd() throws IOException {
    CountingSender sender = new CountingSender();
    run(new FetchPlan(0, 0), Duration.ofSeconds(25), "otel", sender);
    assertThat(log)
        .containsExactly(
            "start", "stop", "25 fetch 25 of 25 s", "show 1", "finish after 25 s", "close");
    assertThat(sender.samples()).isEqualTo(1);
    assertThat(sender.requests()).isEqualTo(1);
  }

  @Test
  void countOfOne_isAFetchAtTheStartWithIntervalZero() throws IOException {
    run(new FetchPlan(0, 1), Duration.ofSeconds(3), "", new CountingSender());
    assertThat(log).contains("0 fetch 0 of 0 s", "3 fetch 3 of 2 s");
  }

  @Test
  void windows_areExportedEachTenSecondsAndAtTheEnd() throws IOException {
    CountingSender sender = new CountingSender();
    run(new FetchPlan(SECOND, 0), Duration.ofSeconds(25), "otel", sender);
    assertThat(sender.requests()).isEqualTo(3);
    assertThat(sender.closed()).isTrue();
    assertThat(windows).hasSize(3);
  }

  @Test
  void clockThatIsSetBack_turnsNoIntervalAround() throws IOException {
    setBackAtNanos = 12 * SECOND;
    run(new FetchPlan(SECOND, 0), Duration.ofSeconds(45), "", new CountingSender());
    assertThat(log).contains("11 fetch 1 of 1 s", "12 fetch 1 of 0 s", "45 fetch 0 of 0 s");
    assertThat(log).noneMatch(line -> line.contains(" of -"));
    long before = 0;
    for (ProfileWindow window : windows) {
      for (Profile profile : window.profiles()) {
        assertThat(profile.startUnixNanos()).isGreaterThanOrEqualTo(before);
        assertThat(profile.durationNanos()).isPositive();
        before = profile.startUnixNanos() + profile.durationNanos();
      }
    }
    assertThat(windows).hasSizeGreaterThan(3);
  }

  @Test
  void stop_flushesWhatCameSinceTheLastFetch() throws IOException {
    stopAtNanos = 3_700_000_000L;
    CountingSender sender = new CountingSender();
    run(new FetchPlan(2 * SECOND, 0), Duration.ZERO, "otel", sender);
    assertThat(log).endsWith("stop", "3 fetch 1 of 1 s", "show 1", "finish after 3 s", "close");
    assertThat(sender.requests()).isEqualTo(1);
  }

  @Test
  void outputThatFails_endsTheRunAndTheWindowIsSentAllTheSame() {
    outputFailsAtNanos = 3 * SECOND;
    CountingSender sender = new CountingSender();
    assertThatThrownBy(() -> run(new FetchPlan(SECOND, 0), Duration.ofSeconds(60), "otel", sender))
        .isInstanceOf(IOException.class)
        .hasMessage("standard output: Broken pipe");
    assertThat(log).endsWith("3 fetch 1 of 1 s", "close");
    assertThat(sender.samples()).isEqualTo(1);
    assertThat(windows).singleElement();
  }

  @Test
  void selectionOfAnotherDataSource_exportsNothing() throws IOException {
    CountingSender sender = new CountingSender();
    run(new FetchPlan(SECOND, 0), Duration.ofSeconds(12), "allocs:otel", sender);
    assertThat(sender.requests()).isZero();
  }

  @Test
  void lateFetch_doesNotMakeTheNextOnesEarly() throws IOException {
    FetchPlan plan = new FetchPlan(SECOND, 0);
    RecordFlow flow =
        new RecordFlow(
            SAMPLES, plan, RecordFilter.of(List.of()), RecordOrder.parse("", -1, SAMPLES), null);
    WindowExports exports =
        new WindowExports(
            exporters(""),
            Map.of(),
            ORIGIN,
            settings -> {
              throw new AssertionError(settings);
            },
            dataSource -> List.of());
    flow.start(0, SECOND);
    nowNanos = 3 * SECOND + SECOND / 2;
    flow.fetch(new SteadyProbe(), exports, nowNanos, SECOND + nowNanos);
    assertThat(flow.untilDue(nowNanos)).isEqualTo(SECOND / 2);
  }

  @Test
  void dataSourceThatIsNotThere_isWarnedOfByEachFlagThatNamesIt() {
    List<String> warnings = new ArrayList<>();
    RunSettings settings =
        RunSettings.builder(exporters(""))
            .outputs(OutputChoice.parse("smaples:json"), FieldChoice.of("smaples:proc.comm"))
            .sort("smaples:samples;SAMPLES:idle")
            .fetch("smaples:2s,samples:1s", "smaples:1")
            .build();
    new GadgetRuns(
            settings,
            OutputStream.nullOutputStream(),
            false,
            exporter -> {
              throw new AssertionError("nothing is exported");
            },
            warnings::add)
        .create(new SteadyProbe(), Map.of(), new StopRequest());
    assertThat(warnings)
        .containsExactly(
            "output names data source \"smaples\", expected one of samples",
            "fields names data source \"smaples\", expected one of samples",
            "sort names data source \"smaples\", expected one of samples",
            "map-fetch-interval names data source \"smaples\", expected one of samples",
            "map-fetch-count names data source \"smaples\", expected one of samples");
  }
}
