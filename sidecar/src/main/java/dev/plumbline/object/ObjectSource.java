package dev.plumbline.object;

import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.RecordBatch;
import dev.plumbline.kernel.BpfObject;
import dev.plumbline.kernel.SystemCallException;

/** One data source of a gadget's object. Confined to the run's thread. */
interface ObjectSource extends AutoCloseable {
  DataSource dataSource();

  /** The object's maps are there from now on; they stay the object's. */
  void open(BpfObject object) throws SystemCallException;

  /** What has come since the last fetch, with stacks and processes. */
  RecordBatch fetch(StackMaps stacks, long startUnixNanos, long endUnixNanos)
      throws SystemCallException;

  /** Before the object is closed; idempotent. */
  @Override
  void close();
}
