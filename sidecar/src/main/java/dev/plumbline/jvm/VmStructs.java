package dev.plumbline.jvm;

import java.util.Map;
import java.util.OptionalInt;

/**
 * What libjvm exports about itself for the serviceability agent: offsets of fields, addresses of
 * static fields, sizes of types, constants. Immutable.
 */
final class VmStructs {
  private final Map<String, Integer> offsets;
  private final Map<String, Long> addresses;
  private final Map<String, Integer> sizes;
  private final Map<String, Long> constants;

  VmStructs(
      Map<String, Integer> offsets,
      Map<String, Long> addresses,
      Map<String, Integer> sizes,
      Map<String, Long> constants) {
    this.offsets = Map.copyOf(offsets);
    this.addresses = Map.copyOf(addresses);
    this.sizes = Map.copyOf(sizes);
    this.constants = Map.copyOf(constants);
  }

  /** Offset of an instance field, named {@code Type._field}. */
  int offset(String field) throws UnsupportedJvmException {
    Integer offset = offsets.get(field);
    if (offset == null) {
      throw UnsupportedJvmException.missing(field);
    }
    return offset;
  }

  /** Offset of the first of these fields that this JVM has; the first is named if none is there. */
  int firstOffset(String... fields) throws UnsupportedJvmException {
    for (String field : fields) {
      if (hasField(field)) {
        return offset(field);
      }
    }
    throw UnsupportedJvmException.missing(fields[0]);
  }

  /** The type has that instance field. */
  boolean hasField(String field) {
    return offsets.containsKey(field);
  }

  /** Address of a static field, named {@code Type._field}. */
  long address(String field) throws UnsupportedJvmException {
    Long address = addresses.get(field);
    if (address == null) {
      throw UnsupportedJvmException.missing(field);
    }
    return address;
  }

  /** Size of a type in bytes. */
  int size(String type) throws UnsupportedJvmException {
    Integer size = sizes.get(type);
    if (size == null) {
      throw UnsupportedJvmException.missing(type);
    }
    return size;
  }

  /** A constant, if this JVM exports it. */
  OptionalInt constant(String name) {
    Long value = constants.get(name);
    return value == null ? OptionalInt.empty() : OptionalInt.of((int) (long) value);
  }
}
