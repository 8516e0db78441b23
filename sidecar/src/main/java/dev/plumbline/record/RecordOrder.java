package dev.plumbline.record;

import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.FieldKind;
import dev.plumbline.gadget.RecordBatch;
import dev.plumbline.output.FieldText;
import dev.plumbline.output.PerDataSource;
import dev.plumbline.output.UnknownField;
import dev.plumbline.probe.RunException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * In which order records are shown and how many: {@code --sort} ({@code FIELD,-FIELD}, a minus for
 * largest first) and {@code --max-entries}. What is exported is neither sorted nor cut, since a
 * profile without its small samples is a wrong one. Immutable.
 */
public final class RecordOrder {
  private final List<Key> keys;
  private final int maxEntries;

  private RecordOrder(List<Key> keys, int maxEntries) {
    this.keys = List.copyOf(keys);
    this.maxEntries = maxEntries;
  }

  private record Key(int field, FieldKind kind, boolean isDescending) {
    int compare(RecordBatch batch, int left, int right) {
      int order;
      if (kind.isInteger()) {
        long a = batch.integer(left, field);
        long b = batch.integer(right, field);
        order = kind == FieldKind.UINT64 ? Long.compareUnsigned(a, b) : Long.compare(a, b);
      } else if (kind.isFloatingPoint()) {
        order = Double.compare(batch.floatingPoint(left, field), batch.floatingPoint(right, field));
      } else {
        order = FieldText.of(batch, left, field).compareTo(FieldText.of(batch, right, field));
      }
      return isDescending ? -order : order;
    }
  }

  /**
   * @param maxEntries below 0 for all
   * @throws RunException if the data source lacks a field that is named
   */
  public static RecordOrder parse(String sort, int maxEntries, DataSource dataSource) {
    List<Key> keys = new ArrayList<>();
    for (String part : PerDataSource.find(sort, ';', dataSource.name()).split(",", -1)) {
      String name = part.strip();
      if (name.isEmpty()) {
        continue;
      }
      boolean isDescending = name.startsWith("-");
      String field = isDescending ? name.substring(1) : name;
      int index = dataSource.indexOf(field);
      if (index < 0) {
        throw new RunException(UnknownField.message(field, dataSource));
      }
      keys.add(new Key(index, dataSource.field(index).kind(), isDescending));
    }
    return new RecordOrder(keys, maxEntries);
  }

  /** The records as they are shown; equal ones keep their order. */
  public RecordBatch apply(RecordBatch batch) {
    boolean isCut = maxEntries >= 0 && maxEntries < batch.size();
    if (keys.isEmpty() && !isCut) {
      return batch;
    }
    IntStream records = IntStream.range(0, batch.size());
    if (!keys.isEmpty()) {
      records = records.boxed().sorted(comparator(batch)).mapToInt(Integer::intValue);
    }
    return new SelectedRecords(batch, (isCut ? records.limit(maxEntries) : records).toArray());
  }

  private Comparator<Integer> comparator(RecordBatch batch) {
    return (left, right) -> {
      for (Key key : keys) {
        int order = key.compare(batch, left, right);
        if (order != 0) {
          return order;
        }
      }
      return 0;
    };
  }
}
