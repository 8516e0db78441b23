package dev.plumbline.store.segment;

import java.util.List;

/** What an attribute's value is; the order is that of the numbers in a file and never changes. */
enum AttributeKind {
  TEXT,
  INTEGER,
  TRUTH,
  REAL,
  LIST;

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
