package dev.plumbline.agent;

import dev.plumbline.agent.resource.ProcessResource;
import dev.plumbline.agent.settings.Setting;
import dev.plumbline.agent.settings.Settings;
import dev.plumbline.config.exporters.ExporterChoice;
import dev.plumbline.export.ProfileExporter;
import dev.plumbline.export.assembly.ExporterFactory;
import dev.plumbline.export.file.BoundedFiles;
import dev.plumbline.export.file.FileSender;
import dev.plumbline.export.settings.ExporterKind;
import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.export.settings.FileSettings;
import dev.plumbline.export.transport.NettyLogging;
import dev.plumbline.jfr.JfrRecords;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Scope;
import dev.plumbline.sampling.SampleAggregator;
import java.nio.file.Paths;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/** Puts the exporters together when the first window needs them. Stateless. */
final class ExportLanes {
  /** Some receivers show it to people. */
  private static final String SCOPE = "dev.plumbline.agent";

  /** Of what {@code export.file} copies. */
  private static final String COPIES = "plumbline";

  private ExportLanes() {}

  /**
   * Started, in the order of the selection; the copies in a directory, if asked for, last.
   *
   * @param engine of the CPU samples; empty if they are off
   */
  static List<ExportLane> open(
      AgentConfiguration configuration, String version, String profilerVersion, String engine) {
    NettyLogging.underOurName();
    Resource resource = ProcessResource.detect(version).with(configuration.resource());
    Scope scope = Scope.of(SCOPE, version, scopeAttributes(profilerVersion, engine));
    ExporterChoice choice = configuration.exporters();
    List<ExportLane> lanes = new ArrayList<>();
    for (ExporterSettings chosen : choice.exporters()) {
      ExporterSettings settings = withQueue(chosen, configuration.settings());
      ProfileExporter exporter = ExporterFactory.create(settings);
      SampleAggregator aggregator = SampleAggregator.builder(resource, scope).build();
      lanes.add(
          new ExportLane(
              exporter,
              aggregator,
              dataSource -> choice.selection().exportersOf(dataSource).contains(settings.name())));
    }
    if (configuration.settings().isSet(Setting.EXPORT_FILE)) {
      SampleAggregator aggregator = SampleAggregator.builder(resource, scope).build();
      lanes.add(new ExportLane(copying(configuration), aggregator, dataSource -> true));
    }
    lanes.forEach(ExportLane::start);
    return lanes;
  }

  /** Setting {@code memory.queue} goes over what the file says. */
  static ExporterSettings withQueue(ExporterSettings exporter, Settings settings) {
    return settings.isSet(Setting.MEMORY_QUEUE)
        ? exporter.withQueue(exporter.queue().withMaxBytes(settings.number(Setting.MEMORY_QUEUE)))
        : exporter;
  }

  private static ProfileExporter copying(AgentConfiguration configuration) {
    BoundedFiles files = copies(configuration, FileSender.SUFFIX);
    ExporterSettings settings =
        ExporterSettings.builder(Setting.EXPORT_FILE.settingName(), ExporterKind.FILE)
            .file(directory(configuration))
            .build();
    return ProfileExporter.create(settings, new FileSender(files), null);
  }

  /** The files of that suffix in the directory of setting {@code export.file}. */
  static BoundedFiles copies(AgentConfiguration configuration, String suffix) {
    return BoundedFiles.ofProcess(
        directory(configuration), COPIES, ProcessHandle.current().pid(), suffix, Clock.systemUTC());
  }

  private static FileSettings directory(AgentConfiguration configuration) {
    return FileSettings.of(Paths.get(configuration.settings().text(Setting.EXPORT_FILE)));
  }

  static Attributes scopeAttributes(String profilerVersion, String engine) {
    Attributes attributes =
        Attributes.of(
            JfrRecords.DERIVED_SOURCE_FILES,
            Attribute.of("plumbline.async_profiler.version", profilerVersion));
    return engine.isEmpty()
        ? attributes
        : attributes.with(Attribute.of("plumbline.cpu.engine", engine));
  }
}
