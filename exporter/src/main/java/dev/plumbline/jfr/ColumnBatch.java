package dev.plumbline.jfr;

import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.RecordBatch;
import dev.plumbline.jfr.JvmGadget.Column;
import dev.plumbline.profile.StackTrace;

/** One data source's view of shared columns. Read-only, for one thread at a time. */
final class ColumnBatch implements RecordBatch {
  private final DataSource dataSource;
  private final Column[] columns;
  private final RecordColumns records;
  private final ChunkTables tables;
  private final Interval interval;

  ColumnBatch(
      JvmGadget gadget,
      DataSource dataSource,
      RecordColumns records,
      ChunkTables tables,
      Interval interval) {
    this.dataSource = dataSource;
    this.columns = gadget.columns().toArray(new Column[0]);
    this.records = records;
    this.tables = tables;
    this.interval = interval;
  }

  @Override
  public DataSource dataSource() {
    return dataSource;
  }

  @Override
  public int size() {
    return records.size();
  }

  @Override
  public long startUnixNanos() {
    return interval.startUnixNanos;
  }

  @Override
  public long endUnixNanos() {
    return interval.endUnixNanos;
  }

  /** Threads of the JVM itself have no number of Java's. */
  @Override
  public boolean has(int record, int field) {
    return columns[field] != Column.THREAD_ID || integer(record, field) != 0;
  }

  @Override
  public long integer(int record, int field) {
    switch (columns[field]) {
      case COUNT:
        return records.count(record);
      case AMOUNT:
        return records.amount(record);
      case THREAD_ID:
        return tables.threadId(records.thread(record));
      case THREAD_OS_ID:
        return tables.threadOsId(records.thread(record));
      default:
        throw notOfKind(field, "an integer");
    }
  }

  @Override
  public double floatingPoint(int record, int field) {
    throw notOfKind(field, "a floating-point number");
  }

  @Override
  public boolean bool(int record, int field) {
    throw notOfKind(field, "a boolean");
  }

  @Override
  public String text(int record, int field) {
    switch (columns[field]) {
      case DETAIL:
        return tables.text(records.detail(record));
      case THREAD_NAME:
        return tables.threadName(records.thread(record));
      default:
        throw notOfKind(field, "text");
    }
  }

  @Override
  public StackTrace stackTrace(int record, int field) {
    if (columns[field] != Column.STACK) {
      throw notOfKind(field, "a stack trace");
    }
    return tables.stackTrace(records.stack(record));
  }

  private IllegalArgumentException notOfKind(int field, String expected) {
    return new IllegalArgumentException(
        "field \"" + dataSource.field(field).fullName() + "\" is not " + expected);
  }
}
