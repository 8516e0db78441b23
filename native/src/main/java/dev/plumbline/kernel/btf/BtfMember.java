package dev.plumbline.kernel.btf;

/**
 * A member of a struct or union, or a variable of a data section (then the offset is that of the
 * variable in its section and the type is the variable's type).
 *
 * @param bitOffset offset from the start of the outer type, in bits
 * @param bitSize width of a bit field in bits; 0 for all other members
 */
public record BtfMember(String name, int type, int bitOffset, int bitSize) {
  /** Offset in bytes; meaningless for a bit field that starts inside a byte. */
  public int offset() {
    return bitOffset >> 3;
  }
}
