package dev.plumbline.jfr;

import dev.plumbline.gadget.Annotations;
import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.Field;
import dev.plumbline.gadget.FieldKind;
import dev.plumbline.sampling.ProfileAnnotations;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The gadgets whose probe is an async-profiler event, with the data sources that the decoder fills.
 * They carry no annotations: those come from the descriptor of the same name, over the same fields
 * in the same order.
 */
public enum JvmGadget {
  CPU(
      "jvm_cpu",
      Layout.of("samples", "nanoseconds", "thread.state").source("samples", RecordSet.CPU)),
  WALL(
      "jvm_wall",
      Layout.of("samples", "nanoseconds", "thread.state").source("samples", RecordSet.WALL)),
  ALLOC(
      "jvm_alloc",
      Layout.of("objects", "bytes", "object.class")
          .source("objects", RecordSet.TLAB_ALLOC)
          .source("bytes", RecordSet.TLAB_ALLOC)),
  LIVE(
      "jvm_live",
      Layout.of("objects", "bytes", "object.class")
          .source("objects", RecordSet.LIVE)
          .source("bytes", RecordSet.LIVE)),
  LOCK(
      "jvm_lock",
      Layout.of("contentions", "delay", "lock.class")
          .source("mutex_contentions", RecordSet.MUTEX)
          .source("mutex_delay", RecordSet.MUTEX)
          .source("block_contentions", RecordSet.BLOCK)
          .source("block_delay", RecordSet.BLOCK)),
  NATIVEMEM(
      "jvm_nativemem",
      Layout.of("objects", "bytes", null)
          .source("objects", RecordSet.MALLOC)
          .source("bytes", RecordSet.MALLOC));

  private static final String THREAD_NAME = "thread.name";
  private static final String THREAD_ID = "thread.id";

  /** What a field of a record shows; a record of every gadget has the same columns. */
  enum Column {
    STACK,
    COUNT,
    AMOUNT,
    DETAIL,
    THREAD_NAME,
    THREAD_ID,
    THREAD_OS_ID
  }

  private final String gadgetName;

  @SuppressWarnings("ImmutableEnumChecker") // complete once the enum is loaded
  private final Layout layout;

  JvmGadget(String gadgetName, Layout layout) {
    this.gadgetName = gadgetName;
    this.layout = layout;
  }

  /** Name of the gadget and of its descriptor, such as {@code jvm_cpu}. */
  public String gadgetName() {
    return gadgetName;
  }

  /** Unmodifiable; all have the same fields, the descriptor names another value field for each. */
  public List<DataSource> dataSources() {
    return Collections.unmodifiableList(new ArrayList<>(layout.sources.keySet()));
  }

  /**
   * That data source with {@code thread.name} and {@code thread.id} as attributes of its samples:
   * what the parameter {@code thread-attributes} switches on.
   *
   * @param annotated one of {@link #dataSources()} with its descriptor's annotations
   */
  public static DataSource withThreadAttributes(DataSource annotated) {
    Annotations attribute = Annotations.of(Map.of(ProfileAnnotations.SAMPLE_ATTRIBUTE, "true"));
    List<Field> fields = new ArrayList<>();
    for (Field field : annotated.fields()) {
      boolean shown = field.fullName().equals(THREAD_NAME) || field.fullName().equals(THREAD_ID);
      fields.add(shown ? field.annotated(attribute) : field);
    }
    return annotated.annotated(annotated.annotations(), fields);
  }

  /** Columns in the order of the fields; unmodifiable. */
  List<Column> columns() {
    return layout.columns;
  }

  /** Which records the data source shows. */
  Map<DataSource, RecordSet> recordSets() {
    return Collections.unmodifiableMap(layout.sources);
  }

  /** Fields and data sources of a gadget. Complete once the enum is loaded. */
  private static final class Layout {
    private final List<Field> fields = new ArrayList<>();
    private final List<Column> columns = new ArrayList<>();
    private final Map<DataSource, RecordSet> sources = new LinkedHashMap<>();

    static Layout of(String count, String amount, @Nullable String detail) {
      Layout layout = new Layout();
      layout.add("stack", FieldKind.STACK, Column.STACK);
      layout.add(count, FieldKind.UINT64, Column.COUNT);
      layout.add(amount, FieldKind.UINT64, Column.AMOUNT);
      if (detail != null) {
        layout.add(detail, FieldKind.STRING, Column.DETAIL);
      }
      layout.add(THREAD_NAME, FieldKind.STRING, Column.THREAD_NAME);
      layout.add(THREAD_ID, FieldKind.INT64, Column.THREAD_ID);
      layout.add("thread.os_id", FieldKind.INT64, Column.THREAD_OS_ID);
      return layout;
    }

    Layout source(String name, RecordSet records) {
      sources.put(
          DataSource.of(name, DataSource.Arrival.ARRAY, Annotations.EMPTY, fields), records);
      return this;
    }

    private void add(String name, FieldKind kind, Column column) {
      fields.add(Field.of(name, kind));
      columns.add(column);
    }
  }
}
