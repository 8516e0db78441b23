package dev.plumbline.descriptor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DescriptorSchemaTest {
  private static List<String> faults(String yaml) throws IOException {
    return DescriptorSchema.load().faults(yaml.getBytes(UTF_8));
  }

  @Test
  void schema_acceptsEveryKey() throws IOException {
    try (InputStream in = DescriptorSchemaTest.class.getResourceAsStream("every-key.yaml")) {
      // YAML 1.2 knows true in one writing only; the loader forgives the other as ig does.
      String yaml = new String(in.readAllBytes(), UTF_8).replace(": True", ": true");
      assertThat(faults(yaml)).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{name: x, description: y}",
        "{name: x, description: y, datasources: {}}",
        "{name: 1, description: y, datasources: {s: {}}}",
        "{name: x, description: y, datasources: {s: {}}, unknown: 1}",
        "{name: x, description: y, datasources: {s: {}}, sourceURL: here}",
        "{name: x, description: y, datasources: {s: {field: {}}}}",
        "{name: x, description: y, datasources: {s: {}}, params: {jvm: {a: {default: 1}}}}",
      })
  void schema_refusesStructure(String yaml) throws IOException {
    assertThat(faults(yaml)).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "profiles.stack-fields: a, profiles.value-field: b | true",
        "profiles.stack-fields: a                          | false",
        "profiles.value-field: b                           | false",
        "profiles.stack-field: a                           | false",
        "profiles.accumulation: stock                      | true",
        "profiles.accumulation: gauge                      | false",
        "profiles.unit: seconds                            | false",
        "profiles.type: alloc_space                        | true",
        "profiles.type: Alloc-Space                        | false",
        "profiles.period-type: cpu/nanoseconds             | true",
        "profiles.period-type: cpu                         | false",
        "profiles.period: 10                               | true",
        "profiles.period: 0                                | false",
        "profiles.period: '${a:hz}'                        | true",
        "profiles.period: '${a:s}'                         | false",
        "profiles.sample-attribute: 'true'                 | false",
        "Columns.Width: 1                                  | false",
        "columns.width: 1                                  | true",
        "columns.width: [1]                                | false",
      })
  void schema_checksAnnotationsOfDataSources(String annotations, boolean accepted)
      throws IOException {
    assertThat(
            faults(
                "{name: x, description: y, datasources: {s: {annotations: {"
                    + annotations
                    + "}}}}"))
        .matches(faults -> faults.isEmpty() == accepted, "accepted is " + accepted);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "profiles.sample-attribute: 'true'          | true",
        "profiles.sample-attribute: true            | true",
        "profiles.sample-attribute: 'yes'           | false",
        "profiles.resource-attribute: service.name  | true",
        "profiles.link: span-id                     | true",
        "profiles.link: span                        | false",
        "profiles.frame-type: jvm                   | true",
        "profiles.stack-fields: a                   | false",
      })
  void schema_checksAnnotationsOfFields(String annotations, boolean accepted) throws IOException {
    assertThat(
            faults(
                "{name: x, description: y, datasources: {s: {fields: {f: {annotations: {"
                    + annotations
                    + "}}}}}}"))
        .matches(faults -> faults.isEmpty() == accepted, "accepted is " + accepted);
  }
}
