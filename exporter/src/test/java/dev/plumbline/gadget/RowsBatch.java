package dev.plumbline.gadget;

import dev.plumbline.profile.StackTrace;
import java.util.ArrayList;
import java.util.List;

/** Records as rows of boxed values in the order of the data source's fields. */
public final class RowsBatch implements RecordBatch {
  private final DataSource dataSource;
  private final long endUnixNanos;
  private final List<Object[]> rows = new ArrayList<>();

  public RowsBatch(DataSource dataSource, long endUnixNanos) {
    this.dataSource = dataSource;
    this.endUnixNanos = endUnixNanos;
  }

  public RowsBatch row(Object... values) {
    if (values.length != dataSource.fields().size()) {
      throw new IllegalArgumentException(
          "row of " + values.length + " values, data source has " + dataSource.fields());
    }
    rows.add(values);
    return this;
  }

  @Override
  public DataSource dataSource() {
    return dataSource;
  }

  @Override
  public int size() {
    return rows.size();
  }

  @Override
  public long startUnixNanos() {
    return endUnixNanos - 1;
  }

  @Override
  public long endUnixNanos() {
    return endUnixNanos;
  }

  /** A record without the value has null in its row. */
  @Override
  public boolean has(int record, int field) {
    return rows.get(record)[field] != null;
  }

  @Override
  public long integer(int record, int field) {
    return ((Number) rows.get(record)[field]).longValue();
  }

  @Override
  public double floatingPoint(int record, int field) {
    return ((Number) rows.get(record)[field]).doubleValue();
  }

  @Override
  public boolean bool(int record, int field) {
    return (Boolean) rows.get(record)[field];
  }

  @Override
  public String text(int record, int field) {
    return (String) rows.get(record)[field];
  }

  @Override
  public StackTrace stackTrace(int record, int field) {
    return (StackTrace) rows.get(record)[field];
  }
}
