package dev.plumbline.jvm;

import org.jspecify.annotations.Nullable;

/**
 * What tells one {@code Method} from another at the same address: memory of unloaded classes is
 * used again, often with the same shape. Immutable.
 *
 * @param address the {@code Method}
 * @param constMethod its constant part
 * @param pool the constants
 * @param holder the class that owns the constants
 * @param className internal name of the class
 * @param shape name index (16 bits), signature index (16), bytes of code (16)
 */
record MethodIdentity(
    long address, long constMethod, long pool, long holder, String className, long shape) {
  int nameIndex() {
    return (int) (shape >>> 32) & 0xffff;
  }

  int signatureIndex() {
    return (int) (shape >>> 16) & 0xffff;
  }

  int codeBytes() {
    return (int) shape & 0xffff;
  }

  // Written out: what a record has by itself is made at its first call, which is at the start.
  @Override
  public boolean equals(@Nullable Object o) {
    return o instanceof MethodIdentity other
        && address == other.address
        && constMethod == other.constMethod
        && pool == other.pool
        && holder == other.holder
        && shape == other.shape
        && className.equals(other.className);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(address);
  }
}
