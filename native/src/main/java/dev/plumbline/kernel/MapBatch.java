package dev.plumbline.kernel;

import java.nio.ByteBuffer;

/**
 * Many elements of one map per system call, over buffers allocated once. Confined to the map's
 * thread. Where the kernel or the map type has no batch operations, the same is done one element at
 * a time, and {@link #isBatched()} says so.
 */
public final class MapBatch {
  /** Receives elements; the buffers are valid only during the call. */
  @FunctionalInterface
  public interface Consumer {
    /** Key at {@code keyOffset} of {@code keys}, value at {@code valueOffset} of {@code values}. */
    void accept(ByteBuffer keys, int keyOffset, ByteBuffer values, int valueOffset);
  }

  /** A hash bucket goes out whole; one with more elements than this is given up with an error. */
  private static final int MAX_CAPACITY = 1 << 20;

  private final BpfMap map;
  private final BpfSystemCall call = new BpfSystemCall();
  private ByteBuffer keys;
  private ByteBuffer values;
  private final ByteBuffer cursor;
  private int capacity;
  private boolean isBatched = true;

  /** Buffers for {@code capacity} elements a call; they grow when one bucket holds more. */
  public MapBatch(BpfMap map, int capacity) {
    this.map = map;
    this.capacity = capacity;
    this.keys = BpfSystemCall.buffer(capacity * map.definition().keySize());
    this.values = BpfSystemCall.buffer(capacity * map.valueBytes());
    this.cursor = BpfSystemCall.buffer(Math.max(8, map.definition().keySize()));
  }

  /** False once a call had to fall back to single elements. */
  public boolean isBatched() {
    return isBatched;
  }

  /** Room for keys of {@link #update}; {@code keySize} bytes each. */
  public ByteBuffer keys() {
    return keys;
  }

  /** Room for values of {@link #update}; {@code valueBytes} bytes each. */
  public ByteBuffer values() {
    return values;
  }

  /** Takes all elements out of the map; returns how many. */
  public int drain(Consumer consumer) throws SystemCallException {
    return visit(consumer, true);
  }

  /** Shows all elements and leaves them; ones that come and go meanwhile may be missed. */
  public int forEach(Consumer consumer) throws SystemCallException {
    return visit(consumer, false);
  }

  private int visit(Consumer consumer, boolean remove) throws SystemCallException {
    if (!isBatched || (remove && map.definition().type().isArray())) {
      return visitSingly(consumer, remove);
    }
    int command =
        remove ? BpfSystemCall.MAP_LOOKUP_AND_DELETE_BATCH : BpfSystemCall.MAP_LOOKUP_BATCH;
    int visited = 0;
    boolean isFirst = true;
    while (true) {
      int result = fetch(command, isFirst);
      boolean isEnd = result == -Errno.ENOENT;
      if (result == -Errno.ENOSPC && capacity < MAX_CAPACITY) {
        grow();
        continue;
      }
      if (isFirst && BpfMap.isUnsupported(result)) {
        isBatched = false;
        return visitSingly(consumer, remove);
      }
      if (result < 0 && !isEnd) {
        throw new SystemCallException("batch of map " + map.definition().name(), -result);
      }
      int count = call.getInt(32);
      hand(consumer, count);
      visited += count;
      if (isEnd) {
        return visited;
      }
      isFirst = false;
    }
  }

  private int fetch(int command, boolean isFirst) {
    long at = BpfSystemCall.addressOf(cursor);
    call.clear()
        .putLong(0, isFirst ? 0 : at)
        .putLong(8, at)
        .putLong(16, BpfSystemCall.addressOf(keys))
        .putLong(24, BpfSystemCall.addressOf(values))
        .putInt(32, capacity)
        .putInt(36, map.fd());
    return call.call(command, 56);
  }

  private void hand(Consumer consumer, int count) {
    int keySize = map.definition().keySize();
    for (int i = 0; i < count; i++) {
      consumer.accept(keys, i * keySize, values, i * map.valueBytes());
    }
  }

  private void grow() {
    capacity *= 4;
    keys = BpfSystemCall.buffer(capacity * map.definition().keySize());
    values = BpfSystemCall.buffer(capacity * map.valueBytes());
  }

  /** Restarts at the first key after each removal, since a removed key has no successor. */
  private int visitSingly(Consumer consumer, boolean remove) throws SystemCallException {
    int visited = 0;
    boolean isArray = map.definition().type().isArray();
    boolean takes = remove && !isArray;
    boolean isFirst = true;
    while (map.nextKey(isFirst || takes)) {
      isFirst = false;
      if (takes ? map.lookupAndDelete() : map.lookup()) {
        consumer.accept(map.key(), 0, map.value(), 0);
        visited++;
      }
      if (remove && isArray) {
        clearValue();
      }
    }
    return visited;
  }

  private void clearValue() throws SystemCallException {
    for (int i = 0; i < map.valueBytes(); i++) {
      map.value().put(i, (byte) 0);
    }
    map.update();
  }

  /** Stores the first {@code count} elements of {@link #keys()} and {@link #values()}. */
  public void update(int count) throws SystemCallException {
    int done = 0;
    int keySize = map.definition().keySize();
    while (done < count && isBatched) {
      call.clear()
          .putLong(16, BpfSystemCall.addressOf(keys) + (long) done * keySize)
          .putLong(24, BpfSystemCall.addressOf(values) + (long) done * map.valueBytes())
          .putInt(32, count - done)
          .putInt(36, map.fd());
      int result = call.call(BpfSystemCall.MAP_UPDATE_BATCH, 56);
      if (done == 0 && BpfMap.isUnsupported(result)) {
        isBatched = false;
      } else if (result < 0) {
        throw new SystemCallException("update of map " + map.definition().name(), -result);
      } else {
        done += call.getInt(32);
      }
    }
    for (; done < count; done++) {
      map.key().put(0, keys, done * keySize, keySize);
      map.value().put(0, values, done * map.valueBytes(), map.valueBytes());
      map.update();
    }
  }
}
