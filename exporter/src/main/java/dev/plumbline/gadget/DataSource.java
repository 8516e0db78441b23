package dev.plumbline.gadget;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A named stream of records of a gadget: its fields in order and the annotations that say what they
 * mean. A field is addressed in a {@link RecordBatch} by its index here. Immutable.
 */
public final class DataSource {
  /** Whether records come one by one or in batches; both are exported alike. */
  public enum Arrival {
    /** One record an event: a tracer. */
    SINGLE,
    /** Many records at a time: a map iterator, a JFR chunk. */
    ARRAY
  }

  private final String name;
  private final Arrival arrival;
  private final Annotations annotations;
  private final List<Field> fields;
  private final Map<String, Integer> indexes = new HashMap<>();

  private DataSource(String name, Arrival arrival, Annotations annotations, List<Field> fields) {
    this.name = requireNonNull(name, "name");
    this.arrival = requireNonNull(arrival, "arrival");
    this.annotations = requireNonNull(annotations, "annotations");
    this.fields = Collections.unmodifiableList(new ArrayList<>(fields));
    for (int i = 0; i < fields.size(); i++) {
      if (indexes.put(fields.get(i).fullName(), i) != null) {
        throw new IllegalArgumentException(
            "data source \"" + name + "\" has field \"" + fields.get(i).fullName() + "\" twice");
      }
    }
  }

  /**
   * @throws IllegalArgumentException if two fields have the same full name
   */
  public static DataSource of(
      String name, Arrival arrival, Annotations annotations, List<Field> fields) {
    return new DataSource(name, arrival, annotations, fields);
  }

  public String name() {
    return name;
  }

  public Arrival arrival() {
    return arrival;
  }

  public Annotations annotations() {
    return annotations;
  }

  /** Unmodifiable, in the order of the records. */
  public List<Field> fields() {
    return fields;
  }

  public Field field(int index) {
    return fields.get(index);
  }

  /**
   * Index of the field with that full name: exact, else without case, as ig looks it up; -1 if
   * there is none.
   */
  public int indexOf(String fullName) {
    Integer exact = indexes.get(fullName);
    if (exact != null) {
      return exact;
    }
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).fullName().equalsIgnoreCase(fullName)) {
        return i;
      }
    }
    return -1;
  }

  /** Null if no field has that full name; looked up as {@link #indexOf} does. */
  public @Nullable Field field(String fullName) {
    int index = indexOf(fullName);
    return index < 0 ? null : fields.get(index);
  }

  /**
   * The same data source with other annotations and fields of other annotations, in the same order.
   */
  public DataSource annotated(Annotations newAnnotations, List<Field> newFields) {
    return new DataSource(name, arrival, newAnnotations, newFields);
  }

  @Override
  public String toString() {
    return "DataSource[" + name + " " + fields + "]";
  }
}
