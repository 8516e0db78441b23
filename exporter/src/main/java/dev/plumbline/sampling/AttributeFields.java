package dev.plumbline.sampling;

import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** Collects the attribute fields of one data source, one field a key. Confined to one thread. */
final class AttributeFields {
  private final DataSource dataSource;
  private final String role;
  private final BiConsumer<DataSource, String> warnings;
  private final List<AttributeField> fields = new ArrayList<>();

  AttributeFields(DataSource dataSource, String role, BiConsumer<DataSource, String> warnings) {
    this.dataSource = dataSource;
    this.role = role;
    this.warnings = warnings;
  }

  /**
   * Adds the field, or warns if its kind has no attribute value.
   *
   * @throws MappingException if another field has that key already: overwriting would lose data
   */
  void add(int index, String key) {
    Field field = dataSource.field(index);
    if (!AttributeField.accepts(field.kind())) {
      warnings.accept(
          dataSource,
          role + " " + field + " is no text, boolean, integer or floating-point field, left out");
      return;
    }
    for (AttributeField other : fields) {
      if (other.key().equals(key)) {
        throw new MappingException(
            "data source \""
                + dataSource.name()
                + "\": fields \""
                + dataSource.field(other.index()).fullName()
                + "\" and \""
                + field.fullName()
                + "\" both become "
                + role
                + " \""
                + key
                + "\"; take the annotation from one of them");
      }
    }
    fields.add(new AttributeField(index, field.kind(), key));
  }

  List<AttributeField> asList() {
    return fields;
  }
}
