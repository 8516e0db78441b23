package dev.plumbline.descriptor;

import dev.plumbline.gadget.Annotations;
import dev.plumbline.yaml.Problems;
import dev.plumbline.yaml.YamlEntry;
import java.util.ArrayList;
import java.util.List;

/** Reads {@code datasources}. Confined to the loading thread. */
final class DataSourceReader {
  private static final List<String> KEYS = List.of("annotations", "tags", "fields");
  private static final List<String> FIELD_KEYS = List.of("annotations", "tags");

  private final Problems warnings;
  private final AnnotationRules rules;

  DataSourceReader(Problems problems, Problems warnings, ParameterReader parameters) {
    this.warnings = warnings;
    this.rules = new AnnotationRules(problems, warnings, parameters);
  }

  List<DataSourceDescriptor> readAll(Section root) {
    Section section = root.child("datasources");
    List<DataSourceDescriptor> dataSources = new ArrayList<>();
    for (YamlEntry entry : section.entries()) {
      dataSources.add(read(entry.key(), section.child(entry)));
    }
    return dataSources;
  }

  private DataSourceDescriptor read(String name, Section section) {
    section.checkKeys(KEYS, warnings);
    Section annotations = section.child("annotations");
    rules.checkDataSource(annotations);
    return new DataSourceDescriptor(
        name, Annotations.of(annotations.texts()), tags(section), fields(section.child("fields")));
  }

  private List<FieldDescriptor> fields(Section section) {
    List<FieldDescriptor> fields = new ArrayList<>();
    for (YamlEntry entry : section.entries()) {
      Section field = section.child(entry);
      field.checkKeys(FIELD_KEYS, warnings);
      Section annotations = field.child("annotations");
      rules.checkField(annotations);
      fields.add(
          new FieldDescriptor(
              entry.key(), entry.position(), Annotations.of(annotations.texts()), tags(field)));
    }
    return fields;
  }

  private static List<String> tags(Section section) {
    YamlEntry entry = section.entry("tags");
    return entry == null ? List.of() : section.list(entry);
  }
}
