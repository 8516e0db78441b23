package dev.plumbline.output;

import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.RecordBatch;
import dev.plumbline.profile.StackTrace;
import java.util.ArrayList;
import java.util.List;

/** Records of given values, in the order of the fields. */
public final class TestRecords implements RecordBatch {
  private final DataSource dataSource;
  private final List<Object[]> rows = new ArrayList<>();

  public TestRecords(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  public TestRecords row(Object... values) {
    if (values.length != dataSource.fields().size()) {
      throw new IllegalArgumentException(values.length + " values for " + dataSource);
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
    return 1_000;
  }

  @Override
  public long endUnixNanos() {
    return 2_000;
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
