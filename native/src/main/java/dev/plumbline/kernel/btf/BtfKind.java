package dev.plumbline.kernel.btf;

/** Kinds of BTF types, in the order of their numbers, and the size of what follows their header. */
public enum BtfKind {
  /** Type 0. */
  VOID(0, 0),
  INT(4, 0),
  POINTER(0, 0),
  ARRAY(12, 0),
  STRUCT(0, 12),
  UNION(0, 12),
  ENUM(0, 8),
  FORWARD(0, 0),
  TYPEDEF(0, 0),
  VOLATILE(0, 0),
  CONST(0, 0),
  RESTRICT(0, 0),
  FUNCTION(0, 0),
  FUNCTION_PROTOTYPE(0, 8),
  VARIABLE(4, 0),
  DATA_SECTION(0, 12),
  FLOAT(0, 0),
  DECLARATION_TAG(4, 0),
  TYPE_TAG(0, 0),
  ENUM64(0, 12);

  private static final BtfKind[] VALUES = values();

  private final int fixedBytes;
  private final int bytesPerElement;

  BtfKind(int fixedBytes, int bytesPerElement) {
    this.fixedBytes = fixedBytes;
    this.bytesPerElement = bytesPerElement;
  }

  static BtfKind of(int number) throws MalformedBtfException {
    if (number >= VALUES.length) {
      throw new MalformedBtfException("BTF kind " + number + " is newer than we know");
    }
    return VALUES[number];
  }

  int trailingBytes(int elements) {
    return fixedBytes + bytesPerElement * elements;
  }

  boolean isModifier() {
    return this == TYPEDEF
        || this == VOLATILE
        || this == CONST
        || this == RESTRICT
        || this == TYPE_TAG;
  }
}
