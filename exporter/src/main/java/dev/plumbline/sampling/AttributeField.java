package dev.plumbline.sampling;

import dev.plumbline.gadget.FieldKind;

/** A field that becomes an attribute: where it stands, its kind, the attribute's key. Immutable. */
final class AttributeField {
  private final int index;
  private final FieldKind kind;
  private final String key;

  AttributeField(int index, FieldKind kind, String key) {
    this.index = index;
    this.kind = kind;
    this.key = key;
  }

  /** Bytes, arrays and stacks have no attribute value that a receiver could show. */
  static boolean accepts(FieldKind kind) {
    return kind.isText() || kind.isInteger() || kind.isFloatingPoint() || kind == FieldKind.BOOL;
  }

  int index() {
    return index;
  }

  FieldKind kind() {
    return kind;
  }

  String key() {
    return key;
  }
}
