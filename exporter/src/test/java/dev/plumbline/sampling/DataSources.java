package dev.plumbline.sampling;

import dev.plumbline.gadget.Annotations;
import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.DataSource.Arrival;
import dev.plumbline.gadget.Field;
import dev.plumbline.gadget.FieldKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Builds a data source line by line, as a descriptor writes it. */
final class DataSources {
  private final String name;
  private final Map<String, String> annotations = new TreeMap<>();
  private final List<Field> fields = new ArrayList<>();
  private Arrival arrival = Arrival.ARRAY;

  private DataSources(String name) {
    this.name = name;
  }

  static DataSources named(String name) {
    return new DataSources(name);
  }

  DataSources arrival(Arrival arrival) {
    this.arrival = arrival;
    return this;
  }

  DataSources annotation(String key, String value) {
    annotations.put(key, value);
    return this;
  }

  DataSources field(String fullName, FieldKind kind) {
    fields.add(Field.of(fullName, kind));
    return this;
  }

  DataSources field(String fullName, FieldKind kind, String key, String value) {
    fields.add(Field.of(fullName, kind, Annotations.of(Map.of(key, value))));
    return this;
  }

  DataSource build() {
    return DataSource.of(name, arrival, Annotations.of(annotations), fields);
  }

  /** The mapping, with warnings taken for failures. */
  SampleMapping mapping() {
    List<String> warnings = new ArrayList<>();
    Optional<SampleMapping> mapping =
        new MappingReader(AttributeNaming.DOTTED, warnings::add).read(build(), Map.of());
    if (!warnings.isEmpty()) {
      throw new AssertionError(warnings);
    }
    return mapping.orElseThrow(() -> new AssertionError("not exported"));
  }
}
