package dev.plumbline.run;

import dev.plumbline.gadget.RecordBatch;

/** Whether a record is wanted. Stateless. */
@FunctionalInterface
interface Condition {
  boolean holds(RecordBatch batch, int record);
}
