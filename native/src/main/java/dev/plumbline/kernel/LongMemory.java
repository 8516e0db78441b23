package dev.plumbline.kernel;

import com.sun.jna.Pointer;
import java.io.UncheckedIOException;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Longs outside of the Java heap, for millions of them beside a heap of a few ten megabytes: they
 * are appended in pieces and never moved. Address space is reserved for the most there may be; it
 * becomes memory in steps as they come. What nobody closed is given back once it is unreachable.
 * Confined to one thread.
 */
public final class LongMemory implements AutoCloseable {
  /** Most longs that one may hold: 1 GiB. */
  public static final int MAX_CAPACITY = 1 << 27;

  private static final long STEP_BYTES = 1 << 20;

  private static final Cleaner CLEANER = Cleaner.create(LongMemory::thread);

  private final long address;
  private final int capacity;
  private final Cleaner.Cleanable mapping;
  private @Nullable LongBuffer words;
  private long committedBytes;
  private int size;

  private LongMemory(long address, long bytes, int capacity) {
    this.address = address;
    this.capacity = capacity;
    ByteBuffer all = new Pointer(address).getByteBuffer(0, bytes).order(ByteOrder.nativeOrder());
    this.words = all.asLongBuffer(); // as all views, it keeps the buffer reachable
    this.mapping = CLEANER.register(all, () -> Libc.unmap(address, bytes));
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "plumbline-unmap");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Reserves address space, which costs no memory.
   *
   * @param capacity most longs, 1 to {@link #MAX_CAPACITY}
   * @throws SystemCallException the kernel refused it: a limit of this process
   */
  public static LongMemory reserve(int capacity) throws SystemCallException {
    if (capacity < 1 || capacity > MAX_CAPACITY) {
      throw new IllegalArgumentException(capacity + " longs, expected 1 to " + MAX_CAPACITY);
    }
    long page = Libc.pageBytes();
    long bytes = (capacity * 8L + page - 1) & -page;
    long address = map(bytes);
    boolean isOwned = false;
    try {
      LongMemory memory = new LongMemory(address, bytes, capacity);
      isOwned = true;
      return memory;
    } finally {
      if (!isOwned) {
        Libc.unmap(address, bytes); // no heap for its owner
      }
    }
  }

  /** Address space without rights: it counts neither as memory nor as a promise of it. */
  static long map(long bytes) throws SystemCallException {
    long address = Libc.reserve(bytes);
    if (address < 0) {
      throw new SystemCallException("mmap", (int) -address, " of " + bytes + " bytes");
    }
    return address;
  }

  /** Number of longs. */
  public int size() {
    return size;
  }

  /** How many there may be. */
  public int capacity() {
    return capacity;
  }

  private LongBuffer words() {
    LongBuffer open = words;
    if (open == null) {
      throw new IllegalStateException("memory is closed");
    }
    return open;
  }

  /**
   * Appends a piece.
   *
   * @throws UncheckedIOException the kernel refused the memory, with its {@link
   *     SystemCallException}; nothing was appended
   */
  public void append(long[] from, int offset, int count) {
    LongBuffer open = words();
    if (count > capacity - size) {
      throw new IllegalArgumentException(
          count + " longs behind " + size + ", there is room for " + capacity);
    }
    commit((size + (long) count) * 8);
    open.put(size, from, offset, count);
    size += count;
  }

  private void commit(long bytes) {
    if (bytes <= committedBytes) {
      return;
    }
    long wanted = (bytes + STEP_BYTES - 1) & -STEP_BYTES;
    long end = Math.min(wanted, capacity * 8L); // the kernel takes the whole last page
    int result = Libc.protect(address + committedBytes, end - committedBytes, Libc.READ_AND_WRITE);
    if (result < 0) {
      throw new UncheckedIOException(
          new SystemCallException("mprotect", -result, " for " + bytes + " bytes of rows"));
    }
    committedBytes = end;
  }

  /** Takes the last ones back, down to a number. */
  public void truncate(int to) {
    if (to < 0 || to > size) {
      throw new IllegalArgumentException(to + " longs of " + size);
    }
    size = to;
  }

  /** Copies some of them. */
  public void copy(int from, long[] to, int offset, int count) {
    LongBuffer open = words();
    if (from < 0 || count < 0 || from > size - count) {
      throw new IndexOutOfBoundsException(count + " longs at " + from + " of " + size);
    }
    open.get(from, to, offset, count);
  }

  /**
   * The longs that there are now, without a copy. As long as the buffer is reachable, so is the
   * memory; whoever closes this must not read the buffer any more.
   */
  public LongBuffer buffer() {
    return words().slice(0, size);
  }

  /** Gives the memory back; further use is refused. */
  @Override
  public void close() {
    words = null;
    size = 0;
    mapping.clean();
  }
}
