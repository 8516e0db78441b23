package dev.plumbline.agent;

import dev.plumbline.agent.resource.ProcessResource;
import dev.plumbline.config.ExporterChoice;
import dev.plumbline.export.ExporterSettings;
import dev.plumbline.export.ProfileExporter;
import dev.plumbline.export.assembly.ExporterFactory;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Scope;
import dev.plumbline.sampling.SampleAggregator;
import java.util.ArrayList;
import java.util.List;

/** Puts the exporters together when the first window needs them. Stateless. */
final class ExportLanes {
  /** Some receivers show it to people. */
  private static final String SCOPE = "dev.plumbline.agent";

  private ExportLanes() {}

  /**
   * Started, in the order of the selection.
   *
   * @param engine of the CPU samples; empty if they are off
   */
  static List<ExportLane> open(
      AgentConfiguration configuration, String version, String profilerVersion, String engine) {
    Resource resource = ProcessResource.detect(version).with(configuration.resource());
    Scope scope = Scope.of(SCOPE, version, scopeAttributes(profilerVersion, engine));
    ExporterChoice choice = configuration.exporters();
    List<ExportLane> lanes = new ArrayList<>();
    for (ExporterSettings settings : choice.exporters()) {
      ProfileExporter exporter = ExporterFactory.create(settings);
      SampleAggregator aggregator = SampleAggregator.builder(resource, scope).build();
      lanes.add(
          new ExportLane(
              exporter,
              aggregator,
              dataSource -> choice.selection().exportersOf(dataSource).contains(settings.name())));
    }
    lanes.forEach(ExportLane::start);
    return lanes;
  }

  private static Attributes scopeAttributes(String profilerVersion, String engine) {
    Attributes attributes =
        Attributes.of(Attribute.of("plumbline.async_profiler.version", profilerVersion));
    return engine.isEmpty()
        ? attributes
        : attributes.with(Attribute.of("plumbline.cpu.engine", engine));
  }
}
