package dev.plumbline.kernel;

import com.sun.jna.Pointer;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The reading end of a BPF ring buffer, mapped into memory: taking a record crosses into native
 * code not once. The data are mapped once and not twice in a row, as the kernel offers, since every
 * page of a mapping counts as our memory. One reader per ring; confined to its thread, {@link
 * #close()} included.
 */
public final class RingBuffer implements AutoCloseable {
  /** Receives records; the buffer is valid only during the call. */
  @FunctionalInterface
  public interface Sink {
    /** One record at {@code offset} of {@code buffer}, in the kernel's byte order. */
    void accept(ByteBuffer buffer, int offset, int length);
  }

  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final VarHandle INT =
      MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

  private static final int HEADER_BYTES = 8;
  private static final int BUSY = 1 << 31;
  private static final int DISCARDED = 1 << 30;
  private static final int POLL_IN = 1;

  private final BpfMap map;
  private final long size;
  private final long consumerAddress;
  private final long producerAddress;
  private final int pageBytes;
  private final ByteBuffer consumer;
  private final ByteBuffer producer;
  private final ByteBuffer data;

  /** For the one record in each round that goes on at the beginning of the data. */
  private ByteBuffer wrapped = ByteBuffer.allocate(0);

  private final ByteBuffer pollRequest = BpfSystemCall.buffer(8);
  private final long pollAddress = BpfSystemCall.addressOf(pollRequest);
  private long taken;
  private boolean isClosed;

  private RingBuffer(BpfMap map, int pageBytes, long consumerAddress, long producerAddress) {
    this.map = map;
    this.size = map.definition().maxEntries();
    this.pageBytes = pageBytes;
    this.consumerAddress = consumerAddress;
    this.producerAddress = producerAddress;
    this.consumer = view(consumerAddress, pageBytes);
    this.producer = view(producerAddress, pageBytes);
    this.data = view(producerAddress + pageBytes, size);
  }

  private static ByteBuffer view(long address, long bytes) {
    return new Pointer(address).getByteBuffer(0, bytes).order(ByteOrder.nativeOrder());
  }

  /**
   * Maps the ring; it must have at most 512 MiB. The map stays its owner's and must outlive this.
   */
  public static RingBuffer open(BpfMap map) throws SystemCallException {
    MapDefinition definition = map.definition();
    if (definition.type() != MapType.RING_BUFFER || definition.maxEntries() > 1 << 29) {
      throw new IllegalArgumentException("no ring buffer of at most 512 MiB: " + definition);
    }
    int page = Libc.pageBytes();
    String what = "map ring buffer " + definition.name();
    long consumer = mapped(Libc.map(map.fd(), 0, page, 3), what);
    try {
      long producer =
          mapped(Libc.map(map.fd(), page, page + (long) definition.maxEntries(), 1), what);
      return new RingBuffer(map, page, consumer, producer);
    } catch (SystemCallException e) {
      Libc.unmap(consumer, page);
      throw e;
    }
  }

  private static long mapped(long result, String what) throws SystemCallException {
    if (result < 0 && result > -4096) {
      throw new SystemCallException(what, (int) -result);
    }
    return result;
  }

  /** Hands over all records that are there; returns how many. */
  public int drain(Sink sink) {
    return drain(sink, Integer.MAX_VALUE);
  }

  /** Hands over at most {@code limit} records. A record is taken even when the sink throws. */
  public int drain(Sink sink, int limit) {
    checkOpen();
    long position = (long) LONG.get(consumer, 0);
    int records = 0;
    while (records < limit && position < (long) LONG.getAcquire(producer, 0)) {
      int at = (int) (position & size - 1);
      int header = (int) INT.getAcquire(data, at);
      if ((header & BUSY) != 0) {
        return records; // still being written
      }
      int length = header & ~(BUSY | DISCARDED);
      position += length + HEADER_BYTES + 7 & ~7L;
      try {
        if ((header & DISCARDED) == 0) {
          accept(sink, at + HEADER_BYTES, length);
          records++;
        }
      } finally {
        LONG.setRelease(consumer, 0, position);
      }
    }
    return records;
  }

  /** All records that were handed over so far. */
  public long taken() {
    return taken;
  }

  private void accept(Sink sink, int at, int length) {
    taken++;
    int first = (int) Math.min(length, size - at);
    if (first == length) {
      sink.accept(data, at, length);
      return;
    }
    if (wrapped.capacity() < length) {
      wrapped = ByteBuffer.allocate(length).order(ByteOrder.nativeOrder());
    }
    wrapped.put(0, data, at, first);
    wrapped.put(first, data, 0, length - first);
    sink.accept(wrapped, 0, length);
  }

  /** Bytes that wait to be taken. */
  public long pendingBytes() {
    checkOpen();
    return (long) LONG.getAcquire(producer, 0) - (long) LONG.get(consumer, 0);
  }

  /** Waits until a program wakes the reader or the time is over; true when it was woken. */
  public boolean await(int timeoutMillis) throws SystemCallException {
    checkOpen();
    pollRequest.putInt(0, map.fd()).putShort(4, (short) POLL_IN).putShort(6, (short) 0);
    int ready = Libc.poll(pollAddress, 1, timeoutMillis);
    if (ready < 0 && ready != -Errno.EINTR) {
      throw new SystemCallException("wait for ring buffer", -ready);
    }
    return ready > 0;
  }

  private void checkOpen() {
    if (isClosed) {
      throw new IllegalStateException("ring buffer " + map.definition().name() + " is closed");
    }
  }

  @Override
  public void close() {
    if (!isClosed) {
      isClosed = true;
      Libc.unmap(consumerAddress, pageBytes);
      Libc.unmap(producerAddress, pageBytes + size);
    }
  }
}
