package dev.plumbline.record;

import dev.plumbline.gadget.RecordBatch;

/** Whether a record is wanted. Stateless. */
@FunctionalInterface
public interface Condition {
  boolean holds(RecordBatch batch, int record);
}
