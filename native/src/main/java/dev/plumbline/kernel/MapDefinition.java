package dev.plumbline.kernel;

import static java.util.Objects.requireNonNull;

/**
 * What a map is created with. Immutable.
 *
 * @param name at most 15 letters of it reach the kernel
 * @param keySize bytes of a key; 0 for ring buffers
 * @param valueSize bytes of a value, of one CPU in per-CPU maps
 * @param maxEntries most elements; bytes for ring buffers
 * @param flags the {@code BPF_F_} bits
 */
public record MapDefinition(
    String name, MapType type, int keySize, int valueSize, int maxEntries, int flags) {
  /** Elements are allocated when they are inserted; not for perf_event programs before 6.1. */
  public static final int NO_PREALLOCATION = 1;

  /** Programs may only read. */
  public static final int READ_ONLY_FOR_PROGRAMS = 1 << 7;

  /** An array that may stand in a map of maps beside arrays of another size (5.10). */
  public static final int INNER_MAP = 1 << 12;

  /** Checks that sizes are not negative. */
  public MapDefinition {
    requireNonNull(name, "name");
    requireNonNull(type, "type");
    if (keySize < 0 || valueSize < 0 || maxEntries < 0) {
      throw new IllegalArgumentException("map " + name + " has a negative size");
    }
  }

  /** The same with another bound. */
  public MapDefinition withMaxEntries(int entries) {
    return new MapDefinition(name, type, keySize, valueSize, entries, flags);
  }

  /** The same with other flags. */
  public MapDefinition withFlags(int newFlags) {
    return new MapDefinition(name, type, keySize, valueSize, maxEntries, newFlags);
  }
}
