package dev.plumbline.record;

import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.RecordBatch;
import dev.plumbline.profile.StackTrace;

/** Some records of a batch, in an order of their own. Read by one thread. */
public final class SelectedRecords implements RecordBatch {
  private final RecordBatch batch;
  private final int[] records;

  /**
   * @param records taken over
   */
  public SelectedRecords(RecordBatch batch, int[] records) {
    this.batch = batch;
    this.records = records;
  }

  @Override
  public DataSource dataSource() {
    return batch.dataSource();
  }

  @Override
  public int size() {
    return records.length;
  }

  @Override
  public long startUnixNanos() {
    return batch.startUnixNanos();
  }

  @Override
  public long endUnixNanos() {
    return batch.endUnixNanos();
  }

  @Override
  public boolean has(int record, int field) {
    return batch.has(records[record], field);
  }

  @Override
  public long integer(int record, int field) {
    return batch.integer(records[record], field);
  }

  @Override
  public double floatingPoint(int record, int field) {
    return batch.floatingPoint(records[record], field);
  }

  @Override
  public boolean bool(int record, int field) {
    return batch.bool(records[record], field);
  }

  @Override
  public String text(int record, int field) {
    return batch.text(records[record], field);
  }

  @Override
  public StackTrace stackTrace(int record, int field) {
    return batch.stackTrace(records[record], field);
  }
}
