package dev.plumbline.it.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.config.ConfigException;
import dev.plumbline.config.exporters.IgConfig;
import dev.plumbline.descriptor.DataSourceDescriptor;
import dev.plumbline.descriptor.DescriptorLoader;
import dev.plumbline.descriptor.FieldDescriptor;
import dev.plumbline.descriptor.GadgetDescriptor;
import dev.plumbline.gadget.Annotations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What each block means, beside it in an {@code .expected} file. */
class SnippetsTest {
  static Stream<String> configurations() throws IOException {
    return Snippets.configurations();
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void configuration_is_read_as_the_page_says(String name) throws IOException, ConfigException {
    final IgConfig config = IgConfig.load(Snippets.configuration(name), variable -> null);

    assertThat(
            config.exporters().stream()
                .map(
                    exporter ->
                        exporter.name()
                            + (": " + exporter.kind() + " to " + exporter.endpoint())
                            + (", " + exporter.security() + ", " + exporter.compression())))
        .containsExactlyElementsOf(Snippets.expected(name));
    assertThat(config.warnings()).isEmpty();
    assertThat(config.unusedSections()).isEmpty();
  }

  @Test
  void annotations_are_read_as_the_page_says() throws IOException {
    final Path file = Snippets.annotations();
    final GadgetDescriptor descriptor =
        DescriptorLoader.load(file.toString(), Files.readAllBytes(file));

    final List<String> lines = new ArrayList<>();
    for (DataSourceDescriptor source : descriptor.dataSources()) {
      lines.add("data source " + source.name());
      addLines(lines, "  ", source.annotations());
      final TreeMap<String, FieldDescriptor> fields = new TreeMap<>();
      source.fields().forEach(field -> fields.put(field.fullName(), field));
      fields.forEach(
          (name, field) -> {
            lines.add("  field " + name);
            addLines(lines, "    ", field.annotations());
          });
    }
    assertThat(lines).containsExactlyElementsOf(Snippets.expected("annotations"));
    // The page shows a part of a gadget.yaml: only the name above it is missing.
    assertThat(descriptor.warnings()).hasSize(1);
    assertThat(descriptor.warnings().get(0).toString()).contains("has no name");
  }

  private static void addLines(List<String> lines, String indent, Annotations annotations) {
    new TreeMap<>(annotations.asMap())
        .forEach((key, value) -> lines.add(indent + key + ": " + value));
  }
}
