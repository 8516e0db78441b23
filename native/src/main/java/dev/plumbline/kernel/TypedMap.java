package dev.plumbline.kernel;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A map with Java types for key and value, for paths that are not hot. Confined to the map's
 * thread; does not own the map.
 */
public final class TypedMap<K, V> {
  /** How a type lies in a map. Stateless. */
  public interface Layout<T> {
    /** Bytes of a value. */
    int size();

    /** Writes all {@link #size()} bytes, padding included. */
    void write(T value, ByteBuffer to, int offset);

    /** Reads a value. */
    T read(ByteBuffer from, int offset);
  }

  /** An unsigned 32-bit number, kept in an int. */
  public static final Layout<Integer> U32 =
      new Layout<>() {
        @Override
        public int size() {
          return 4;
        }

        @Override
        public void write(Integer value, ByteBuffer to, int offset) {
          to.putInt(offset, value);
        }

        @Override
        public Integer read(ByteBuffer from, int offset) {
          return from.getInt(offset);
        }
      };

  /** A 64-bit number. */
  public static final Layout<Long> U64 =
      new Layout<>() {
        @Override
        public int size() {
          return 8;
        }

        @Override
        public void write(Long value, ByteBuffer to, int offset) {
          to.putLong(offset, value);
        }

        @Override
        public Long read(ByteBuffer from, int offset) {
          return from.getLong(offset);
        }
      };

  /** A byte that is 1 or 0: the value of a map that is a set. */
  public static final Layout<Boolean> FLAG =
      new Layout<>() {
        @Override
        public int size() {
          return 1;
        }

        @Override
        public void write(Boolean value, ByteBuffer to, int offset) {
          to.put(offset, (byte) (value ? 1 : 0));
        }

        @Override
        public Boolean read(ByteBuffer from, int offset) {
          return from.get(offset) != 0;
        }
      };

  private final BpfMap map;
  private final Layout<K> keyLayout;
  private final Layout<V> valueLayout;

  /** Fails when the layouts have other sizes than the map. */
  public TypedMap(BpfMap map, Layout<K> keyLayout, Layout<V> valueLayout) {
    MapDefinition definition = map.definition();
    if (keyLayout.size() != definition.keySize() || valueLayout.size() != definition.valueSize()) {
      throw new IllegalArgumentException(
          "map "
              + definition.name()
              + " has keys of "
              + definition.keySize()
              + " and values of "
              + definition.valueSize()
              + " bytes, the layouts "
              + keyLayout.size()
              + " and "
              + valueLayout.size());
    }
    this.map = map;
    this.keyLayout = keyLayout;
    this.valueLayout = valueLayout;
  }

  /** The value, or null when there is none. */
  public @Nullable V get(K key) throws SystemCallException {
    keyLayout.write(key, map.key(), 0);
    return map.lookup() ? valueLayout.read(map.value(), 0) : null;
  }

  /** Stores a value, over what was there. */
  public void put(K key, V value) throws SystemCallException {
    keyLayout.write(key, map.key(), 0);
    valueLayout.write(value, map.value(), 0);
    map.update();
  }

  /** Removes an element; false when there was none. */
  public boolean remove(K key) throws SystemCallException {
    keyLayout.write(key, map.key(), 0);
    return map.delete();
  }
}
