package dev.plumbline.process;

import dev.plumbline.kernel.unwind.SampleRecord;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.function.Predicate;

/**
 * Samples that wait for their process to be read or for a table to be built, oldest first. Bounded
 * in bytes: a sample that finds no room goes on as it is. Confined to the thread that polls.
 */
final class ParkedSamples {
  private static final int MAX_BYTES = 4 << 20;

  private final ArrayDeque<ByteBuffer> waiting = new ArrayDeque<>();
  private final SampleRecord sample = new SampleRecord();
  private long bytes;

  int size() {
    return waiting.size();
  }

  /** Copies a record; false when there is no room. */
  boolean add(ByteBuffer buffer, int offset, int length) {
    if (bytes + length > MAX_BYTES) {
      return false;
    }
    byte[] copy = new byte[length];
    buffer.get(offset, copy);
    waiting.add(ByteBuffer.wrap(copy).order(ByteOrder.nativeOrder()));
    bytes += length;
    return true;
  }

  /** Offers all samples; those that are accepted are done with. */
  void offer(Predicate<SampleRecord> consumer) {
    for (Iterator<ByteBuffer> all = waiting.iterator(); all.hasNext(); ) {
      ByteBuffer record = all.next();
      boolean isDone = !sample.wrap(record, 0, record.capacity()) || consumer.test(sample);
      if (isDone) {
        all.remove();
        bytes -= record.capacity();
      }
    }
  }
}
