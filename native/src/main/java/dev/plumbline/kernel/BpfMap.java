package dev.plumbline.kernel;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A BPF map. Single-element operations use one key and one value buffer that belong to this object:
 * fill {@link #key()} and {@link #value()} at absolute offsets, then call. Nothing is allocated per
 * call. Confined to one thread; {@link #close()} is idempotent.
 */
public final class BpfMap implements AutoCloseable {
  private final MapDefinition definition;
  private final int valueBytes;
  private final BpfSystemCall call = new BpfSystemCall();
  private final ByteBuffer key;
  private final ByteBuffer value;
  private final long keyAddress;
  private final long valueAddress;
  private int fd;

  private BpfMap(MapDefinition definition, int fd) throws IOException {
    this.definition = definition;
    this.fd = fd;
    this.valueBytes =
        definition.type().isPerCpu()
            ? (definition.valueSize() + 7 & ~7) * OnlineCpus.possibleCount()
            : definition.valueSize();
    this.key = BpfSystemCall.buffer(definition.keySize());
    this.value = BpfSystemCall.buffer(valueBytes);
    this.keyAddress = BpfSystemCall.addressOf(key);
    this.valueAddress = BpfSystemCall.addressOf(value);
  }

  /** Creates a map without an inner map. */
  public static BpfMap create(MapDefinition definition) throws IOException {
    return create(definition, null);
  }

  /** Creates a map; {@code inner} is the template of a map of maps and may be closed afterwards. */
  public static BpfMap create(MapDefinition definition, @Nullable BpfMap inner) throws IOException {
    BpfSystemCall create =
        new BpfSystemCall()
            .putInt(0, definition.type().number())
            .putInt(4, definition.keySize())
            .putInt(8, definition.valueSize())
            .putInt(12, definition.maxEntries())
            .putInt(16, definition.flags())
            .putInt(20, inner == null ? 0 : inner.fd)
            .putName(28, definition.name());
    int fd = create.call(BpfSystemCall.MAP_CREATE, 72);
    if (fd < 0) { // only then is it put into words, which is slow at first
      throw new SystemCallException("create map " + definition, -fd);
    }
    return new BpfMap(definition, fd);
  }

  /** What the map was created with. */
  public MapDefinition definition() {
    return definition;
  }

  /**
   * Bytes of a value as user space sees it: for per-CPU maps, eight-byte-aligned slots of all CPUs.
   */
  public int valueBytes() {
    return valueBytes;
  }

  /** The key that the next call reads; absolute access only. */
  public ByteBuffer key() {
    return key;
  }

  /** The value that the next update reads and the last lookup wrote; absolute access only. */
  public ByteBuffer value() {
    return value;
  }

  int fd() {
    if (fd < 0) {
      throw new IllegalStateException("map " + definition.name() + " is closed");
    }
    return fd;
  }

  /** What a command does not know must be zero, so a deletion names no value. */
  private int element(int command) {
    long second = command == BpfSystemCall.MAP_DELETE ? 0 : valueAddress;
    call.putInt(0, fd()).putLong(8, keyAddress).putLong(16, second).putLong(24, 0);
    return call.call(command, 32);
  }

  /** Reads the element of {@link #key()} into {@link #value()}; false when there is none. */
  public boolean lookup() throws SystemCallException {
    return found(element(BpfSystemCall.MAP_LOOKUP), "look up in ");
  }

  /** Stores {@link #value()} under {@link #key()}, over what was there. */
  public void update() throws SystemCallException {
    found(element(BpfSystemCall.MAP_UPDATE), "update ");
  }

  /** Removes the element of {@link #key()}; false when there was none. */
  public boolean delete() throws SystemCallException {
    return found(element(BpfSystemCall.MAP_DELETE), "delete from ");
  }

  /** Reads and removes in one step where the kernel can (hashes: 5.14), else in two. */
  public boolean lookupAndDelete() throws SystemCallException {
    int result = element(BpfSystemCall.MAP_LOOKUP_AND_DELETE);
    if (isUnsupported(result)) {
      return lookup() && delete();
    }
    return found(result, "take from ");
  }

  /**
   * Replaces {@link #key()} by the key after it ({@code first}: by the first); false at the end.
   */
  boolean nextKey(boolean first) throws SystemCallException {
    call.putInt(0, fd()).putLong(8, first ? 0 : keyAddress).putLong(16, keyAddress).putLong(24, 0);
    return found(call.call(BpfSystemCall.MAP_NEXT_KEY, 32), "iterate ");
  }

  private boolean found(int result, String what) throws SystemCallException {
    if (result == -Errno.ENOENT) {
      return false;
    }
    if (result < 0) {
      throw new SystemCallException(what + "map " + definition.name(), -result);
    }
    return true;
  }

  static boolean isUnsupported(int result) {
    return result == -Errno.EINVAL || result == -Errno.ENOTSUPP || result == -Errno.EOPNOTSUPP;
  }

  /** Puts a map into a slot of this map of maps. */
  public void put(int index, BpfMap inner) throws SystemCallException {
    key.putInt(0, index);
    value.putInt(0, inner.fd());
    update();
  }

  /** Puts a program into a slot of this program array. */
  public void put(int index, BpfProgram program) throws SystemCallException {
    key.putInt(0, index);
    value.putInt(0, program.fd());
    update();
  }

  /** Empties a slot of an array of maps or programs; false when it was empty. */
  public boolean remove(int index) throws SystemCallException {
    key.putInt(0, index);
    return delete();
  }

  /** The sum over all CPUs of a per-CPU array's 64-bit counter. */
  public long sum(int index) throws SystemCallException {
    key.putInt(0, index);
    long sum = 0;
    if (lookup()) {
      for (int at = 0; at < valueBytes; at += definition.valueSize() + 7 & ~7) {
        sum += value.getLong(at);
      }
    }
    return sum;
  }

  /** Makes the map read-only for user space for ever. */
  public void freeze() throws SystemCallException {
    call.clear()
        .putInt(0, fd())
        .callOrThrow(BpfSystemCall.MAP_FREEZE, 4, "freeze map " + definition.name());
  }

  /** Bytes of kernel memory that the map is charged for, by the kernel's own account. */
  public long memoryBytes() throws IOException {
    return DescriptorInfo.number(fd(), "memlock");
  }

  @Override
  public void close() {
    if (fd >= 0) {
      Libc.closeDescriptor(fd);
      fd = -1;
    }
  }
}
