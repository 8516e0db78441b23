package dev.plumbline.object;

import dev.plumbline.gadget.DataSource;
import dev.plumbline.gadget.RecordBatch;
import dev.plumbline.kernel.BpfObject;
import dev.plumbline.kernel.RingBuffer;
import dev.plumbline.kernel.SystemCallException;
import org.jspecify.annotations.Nullable;

/**
 * A data source over one ring buffer, whose records are events: each fetch takes those that wait. A
 * record that is shorter than its struct is left out and counted. Confined to the run's thread.
 */
final class Tracer implements ObjectSource {
  /** Most records of one fetch; the rest waits in the ring. */
  private static final int MAX_RECORDS = 1 << 16;

  private final RecordReader reader;
  private final String map;
  private @Nullable RingBuffer ring;
  private long malformed;

  Tracer(RecordReader reader, String map) {
    this.reader = reader;
    this.map = map;
  }

  @Override
  public DataSource dataSource() {
    return reader.dataSource();
  }

  @Override
  public void open(BpfObject object) throws SystemCallException {
    ring = RingBuffer.open(object.map(map));
  }

  @Override
  public RecordBatch fetch(StackMaps stacks, long startUnixNanos, long endUnixNanos)
      throws SystemCallException {
    ObjectRecords records = reader.start(startUnixNanos, endUnixNanos);
    if (ring != null) {
      ring.drain(
          (buffer, offset, length) -> {
            if (length < reader.recordBytes()) {
              malformed++;
            } else {
              records.add(buffer, offset, reader.recordBytes(), buffer, offset);
            }
          },
          MAX_RECORDS);
    }
    return reader.complete(records, stacks);
  }

  /** Records that were too short. */
  long malformed() {
    return malformed;
  }

  @Override
  public void close() {
    if (ring != null) {
      ring.close();
      ring = null;
    }
  }
}
