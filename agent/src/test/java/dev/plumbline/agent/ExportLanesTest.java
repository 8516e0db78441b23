package dev.plumbline.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.agent.settings.AgentArguments;
import dev.plumbline.agent.settings.Settings;
import dev.plumbline.export.assembly.ExporterFactory;
import dev.plumbline.export.settings.ExporterKind;
import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.export.settings.QueuePolicy;
import dev.plumbline.export.settings.QueueSettings;
import dev.plumbline.gadget.Annotations;
import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.Field;
import dev.plumbline.gadget.FieldKind;
import dev.plumbline.gadget.RowsBatch;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Profile;
import dev.plumbline.profile.Resource;
import dev.plumbline.profile.Scope;
import dev.plumbline.sampling.AttributeNaming;
import dev.plumbline.sampling.MappingReader;
import dev.plumbline.sampling.SampleAggregator;
import dev.plumbline.sampling.SampleMapping;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExportLanesTest {
  private static final ExporterSettings EXPORTER =
      ExporterSettings.builder("mine", ExporterKind.OTLP_GRPC)
          .endpoint("localhost:4317")
          .maxRequestBytes(1 << 20)
          .queue(QueueSettings.of(2 << 20, 7, QueuePolicy.DROP_NEWEST))
          .build();

  @Test
  void memory_queue_goes_over_the_bytes_of_the_exporters_queue_alone() {
    ExporterSettings changed = ExportLanes.withQueue(EXPORTER, settings("memory.queue=8m"));

    assertThat(changed.queue()).isEqualTo(QueueSettings.of(8 << 20, 7, QueuePolicy.DROP_NEWEST));
    assertThat(changed.maxRequestBytes()).isEqualTo(1 << 20);
    assertThat(changed.endpoint()).isEqualTo("localhost:4317");
  }

  @Test
  void without_it_the_exporters_queue_stays() {
    assertThat(ExportLanes.withQueue(EXPORTER, settings(""))).isSameAs(EXPORTER);
  }

  @Test
  void scope_says_that_source_files_are_derived_and_how_it_samples() {
    assertThat(ExportLanes.scopeAttributes("4.5", "ctimer"))
        .isEqualTo(
            Attributes.of(
                Attribute.of("plumbline.jvm.source_files", "derived"),
                Attribute.of("plumbline.async_profiler.version", "4.5"),
                Attribute.of("plumbline.cpu.engine", "ctimer")));
  }

  @Test
  void window_that_had_no_room_says_how_many_samples_it_dropped() {
    DataSource source =
        DataSource.of(
            "samples",
            DataSource.Arrival.ARRAY,
            Annotations.of(
                Map.of("profiles.stack-fields", "stack", "profiles.value-field", "count")),
            List.of(Field.of("stack", FieldKind.STRING), Field.of("count", FieldKind.UINT64)));
    SampleMapping mapping =
        new MappingReader(AttributeNaming.DOTTED, warning -> {})
            .read(source, Map.of())
            .orElseThrow();
    SampleAggregator aggregator =
        SampleAggregator.builder(Resource.of(Attributes.EMPTY), Scope.of("it", "1"))
            .maxSamples(1)
            .build();
    ExportLane lane =
        new ExportLane(
            ExporterFactory.create(EXPORTER), aggregator, name -> name.equals("samples"));
    Attribute other = Attribute.of("plumbline.samples.lost", 1);

    aggregator.add(mapping, new RowsBatch(source, 5).row("a", 1).row("b", 1).row("c", 1));
    assertThat(lane.closeWindow(1, 5, Attributes.of(other)).profiles())
        .singleElement()
        .extracting(Profile::attributes)
        .isEqualTo(Attributes.of(other, Attribute.of("plumbline.samples.dropped", 2)));

    aggregator.add(mapping, new RowsBatch(source, 9).row("a", 1).row("a", 1));
    assertThat(lane.closeWindow(5, 9, Attributes.EMPTY).profiles())
        .singleElement()
        .extracting(Profile::attributes)
        .isEqualTo(Attributes.EMPTY);
  }

  private static Settings settings(String arguments) {
    return Settings.read(AgentArguments.parse(arguments), name -> null, Map.of(), null);
  }
}
