package dev.plumbline.object;

import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.RecordBatch;
import dev.plumbline.kernel.BpfObject;
import dev.plumbline.kernel.MapBatch;
import dev.plumbline.kernel.MapDefinition;
import dev.plumbline.kernel.SystemCallException;
import org.jspecify.annotations.Nullable;

/**
 * A data source over one hash map: takes all entries out at each fetch, so that values are amounts
 * since the last one. Confined to the run's thread.
 */
final class MapIterator implements ObjectSource {
  /** Entries a system call. */
  private static final int BATCH = 256;

  private final RecordReader reader;
  private final String map;
  private final int keyBytes;
  private @Nullable MapBatch batch;

  MapIterator(RecordReader reader, MapDefinition map) {
    this.reader = reader;
    this.map = map.name();
    this.keyBytes = map.keySize();
  }

  @Override
  public DataSource dataSource() {
    return reader.dataSource();
  }

  @Override
  public void open(BpfObject object) {
    batch = new MapBatch(object.map(map), BATCH);
  }

  @Override
  public RecordBatch fetch(StackMaps stacks, long startUnixNanos, long endUnixNanos)
      throws SystemCallException {
    ObjectRecords records = reader.start(startUnixNanos, endUnixNanos);
    if (batch != null) {
      batch.drain(
          (keys, keyAt, values, valueAt) -> records.add(keys, keyAt, keyBytes, values, valueAt));
    }
    return reader.complete(records, stacks);
  }

  @Override
  public void close() {
    batch = null;
  }
}
