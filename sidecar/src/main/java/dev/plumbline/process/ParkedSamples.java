package dev.plumbline.process;

import dev.plumbline.kernel.unwind.SampleRecord;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * Samples that wait for their process to be read or for a table to be built, oldest first. Bounded
 * in bytes: a sample that finds no room goes on as it is. Confined to the thread that polls.
 */
final class ParkedSamples {
  /** A thousand samples with the copies of their stacks: five seconds of two busy CPUs. */
  private static final int MAX_BYTES = 8 << 20;

  /** A waiting sample. */
  static final class Parked {
    private final ByteBuffer bytes;
    private @Nullable ProcessImage tried;
    private int tries;

    private Parked(ByteBuffer bytes) {
      this.bytes = bytes;
    }

    /** The image with which it was walked in vain: as long as that does not change, nor will it. */
    @Nullable ProcessImage tried() {
      return tried;
    }

    void setTried(ProcessImage image) {
      tried = image;
      tries++;
    }

    /** How many images it was walked with in vain. */
    int tries() {
      return tries;
    }
  }

  /** Takes a waiting sample, or leaves it. */
  @FunctionalInterface
  interface Taker {
    /** False if it goes on waiting; the record is valid only during the call. */
    boolean take(SampleRecord record, Parked sample);
  }

  private final ArrayDeque<Parked> waiting = new ArrayDeque<>();
  private final SampleRecord record = new SampleRecord();
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
    waiting.add(new Parked(ByteBuffer.wrap(copy).order(ByteOrder.nativeOrder())));
    bytes += length;
    return true;
  }

  /** Offers all samples; those that are taken are done with. */
  void offer(Taker taker) {
    for (Iterator<Parked> all = waiting.iterator(); all.hasNext(); ) {
      Parked sample = all.next();
      int length = sample.bytes.capacity();
      if (!record.wrap(sample.bytes, 0, length) || taker.take(record, sample)) {
        all.remove();
        bytes -= length;
      }
    }
  }
}
