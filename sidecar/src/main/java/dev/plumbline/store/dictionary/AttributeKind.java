package dev.plumbline.store.dictionary;

import java.util.List;

/** What an attribute's value is, with the number that stands for it in a file. */
enum AttributeKind {
  TEXT(0),
  INTEGER(1),
  TRUTH(2),
  REAL(3),
  LIST(4);

  private final int code;

  AttributeKind(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  static AttributeKind ofCode(long code) throws CorruptSegmentException {
    for (AttributeKind kind : values()) {
      if (kind.code == code) {
        return kind;
      }
    }
    throw new CorruptSegmentException("an attribute's kind is " + code);
  }

  static AttributeKind of(Object value) {
    if (value instanceof String) {
      return TEXT;
    }
    if (value instanceof Long) {
      return INTEGER;
    }
    if (value instanceof Boolean) {
      return TRUTH;
    }
    if (value instanceof Double) {
      return REAL;
    }
    if (value instanceof List) {
      return LIST;
    }
    throw new IllegalArgumentException("an attribute's value is a " + value.getClass());
  }
}
