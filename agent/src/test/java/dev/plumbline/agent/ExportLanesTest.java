package dev.plumbline.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.agent.settings.AgentArguments;
import dev.plumbline.agent.settings.Settings;
import dev.plumbline.export.settings.ExporterKind;
import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.export.settings.QueuePolicy;
import dev.plumbline.export.settings.QueueSettings;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
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

  private static Settings settings(String arguments) {
    return Settings.read(AgentArguments.parse(arguments), name -> null, Map.of(), null);
  }
}
