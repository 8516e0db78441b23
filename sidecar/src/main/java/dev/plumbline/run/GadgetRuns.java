package dev.plumbline.run;

import dev.plumbline.export.ProfileExporter;
import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.fault.FaultText;
import dev.plumbline.gadget.DataSource;
import dev.plumbline.output.OutputException;
import dev.plumbline.output.PerDataSource;
import dev.plumbline.output.RecordOutputs;
import dev.plumbline.output.RecordSink;
import dev.plumbline.probe.GadgetProbe;
import dev.plumbline.probe.RunException;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Scope;
import dev.plumbline.record.Condition;
import dev.plumbline.record.RecordFilter;
import dev.plumbline.record.RecordOrder;
import dev.plumbline.sampling.MappingException;
import dev.plumbline.sampling.MappingReader;
import dev.plumbline.sampling.SampleMapping;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Puts a run together: data sources with their annotations, what they mean, where they go. All that
 * can be wrong with the user's wishes is found here, before anything is loaded into the kernel.
 * Confined to the run's thread.
 */
public final class GadgetRuns {
  private final RunSettings settings;
  private final OutputStream standardOutput;
  private final boolean isTerminal;
  private final Function<ExporterSettings, ProfileExporter> exporterFactory;
  private final Consumer<String> warnings;
  private final LongAdder undecided = new LongAdder();

  public GadgetRuns(
      RunSettings settings,
      OutputStream standardOutput,
      boolean isTerminal,
      Function<ExporterSettings, ProfileExporter> exporterFactory,
      Consumer<String> warnings) {
    this.settings = settings;
    this.standardOutput = standardOutput;
    this.isTerminal = isTerminal;
    this.exporterFactory = exporterFactory;
    this.warnings = warnings;
  }

  /** Whether the user sees records one by one, and not only what is made of them. */
  public static boolean showsRecords(RunSettings settings, String dataSource) {
    return outputs(settings, OutputStream.nullOutputStream(), false).showsRecords(dataSource);
  }

  private static RecordOutputs outputs(
      RunSettings settings, OutputStream standardOutput, boolean isTerminal) {
    return new RecordOutputs(settings.outputs(), settings.fields(), standardOutput, isTerminal);
  }

  /**
   * The run of that probe.
   *
   * @param parameters values in effect of the gadget's parameters
   * @throws RunException if the user's wishes do not fit the gadget
   */
  public GadgetRun create(GadgetProbe probe, Map<String, String> parameters, StopRequest stop) {
    return create(probe, parameters, stop, dataSource -> List.of(), RunObserver.NONE);
  }

  /**
   * The run of that probe, whose windows go to further sinks too.
   *
   * @param parameters values in effect of the gadget's parameters
   * @param sinks of a data source; they are started and closed elsewhere
   * @throws RunException if the user's wishes do not fit the gadget
   */
  public GadgetRun create(
      GadgetProbe probe,
      Map<String, String> parameters,
      StopRequest stop,
      Function<String, List<WindowSink>> sinks,
      RunObserver observer) {
    Resource resource = Resource.of(settings.resource());
    Scope scope = Scope.of("plumbline", Version.OF_THIS);
    Map<String, SampleMapping> mappings = mappings(probe.dataSources(), parameters);
    List<String> names = probe.dataSources().stream().map(DataSource::name).toList();
    List<RecordFlow> flows = new ArrayList<>();
    try {
      RecordOutputs outputs = outputs(settings, standardOutput, isTerminal);
      for (DataSource dataSource : probe.dataSources()) {
        RecordSink sink =
            outputs.sink(
                dataSource, mappings.get(dataSource.name()), resource, scope, probe::remarks);
        flows.add(flow(dataSource, names, sink));
      }
    } catch (OutputException e) {
      throw new RunException(String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new RunException("cannot open output: " + FaultText.of(e), e);
    }
    warnOfStrangers(names, mappings);
    WindowExports exports =
        new WindowExports(
            settings.exporters(),
            mappings,
            new WindowExports.SampleOrigin(resource, scope),
            exporterFactory,
            sinks);
    return GadgetRun.builder(probe, flows, exports)
        .pause(stop::untilStop)
        .observer(observer)
        .undecided(undecided::sum)
        .timeout(settings.timeout())
        .build();
  }

  private RecordFlow flow(DataSource dataSource, List<String> names, @Nullable RecordSink sink) {
    List<Condition> conditions =
        new ArrayList<>(settings.processes().conditions(dataSource, undecided::increment));
    conditions.addAll(RecordFilter.parse(settings.filter(), dataSource, names));
    return new RecordFlow(
        dataSource,
        FetchPlan.parse(settings.fetchInterval(), settings.fetchCount(), dataSource.name()),
        RecordFilter.of(conditions),
        RecordOrder.parse(settings.sort(), settings.maxEntries(), dataSource),
        sink);
  }

  private Map<String, SampleMapping> mappings(
      List<DataSource> dataSources, Map<String, String> parameters) {
    MappingReader reader = new MappingReader(settings.naming(), warnings);
    Map<String, SampleMapping> mappings = new LinkedHashMap<>();
    for (DataSource dataSource : dataSources) {
      try {
        reader
            .read(dataSource, parameters)
            .ifPresent(mapping -> mappings.put(dataSource.name(), mapping));
      } catch (MappingException e) {
        throw new RunException(String.valueOf(e.getMessage()), e);
      }
    }
    return mappings;
  }

  /** What the user named and is not there would else be missing unseen. */
  private void warnOfStrangers(List<String> names, Map<String, SampleMapping> mappings) {
    warnOfStrangers(
        "otel-profiles-exporter", settings.exporters().selection().dataSources(), names);
    warnOfStrangers("output", settings.outputs().dataSources(), names);
    warnOfStrangers("fields", settings.fields().dataSources(), names);
    warnOfStrangers("sort", PerDataSource.names(settings.sort(), ';'), names);
    warnOfStrangers(
        "map-fetch-interval", PerDataSource.names(settings.fetchInterval(), ','), names);
    warnOfStrangers("map-fetch-count", PerDataSource.names(settings.fetchCount(), ','), names);
    if (!settings.exporters().exporters().isEmpty() && mappings.isEmpty()) {
      warnings.accept("no data source is a profile: nothing is exported");
    }
  }

  private void warnOfStrangers(String flag, Iterable<String> named, List<String> known) {
    for (String dataSource : named) {
      if (known.stream().noneMatch(dataSource::equalsIgnoreCase)) {
        warnings.accept(
            flag
                + " names data source \""
                + dataSource
                + "\", expected one of "
                + String.join(", ", known));
      }
    }
  }
}
