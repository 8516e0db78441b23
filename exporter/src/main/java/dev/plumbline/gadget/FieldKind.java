package dev.plumbline.gadget;

/**
 * The kinds of the data-source model (§2.3 of the Inspektor Gadget study), and {@link #STACK},
 * which is ours.
 */
public enum FieldKind {
  BOOL(Family.OTHER),
  INT8(Family.SIGNED),
  INT16(Family.SIGNED),
  INT32(Family.SIGNED),
  INT64(Family.SIGNED),
  UINT8(Family.UNSIGNED),
  UINT16(Family.UNSIGNED),
  UINT32(Family.UNSIGNED),
  UINT64(Family.UNSIGNED),
  FLOAT32(Family.FLOATING_POINT),
  FLOAT64(Family.FLOATING_POINT),
  /** Text of any length. */
  STRING(Family.TEXT),
  /** Fixed bytes, the text of which ends at the first NUL. */
  CSTRING(Family.TEXT),
  BYTES(Family.OTHER),
  /** A typed stack trace. */
  STACK(Family.OTHER);

  private enum Family {
    SIGNED,
    UNSIGNED,
    FLOATING_POINT,
    TEXT,
    OTHER
  }

  private final Family family;

  FieldKind(Family family) {
    this.family = family;
  }

  public boolean isInteger() {
    return family == Family.SIGNED || family == Family.UNSIGNED;
  }

  public boolean isUnsigned() {
    return family == Family.UNSIGNED;
  }

  public boolean isFloatingPoint() {
    return family == Family.FLOATING_POINT;
  }

  public boolean isText() {
    return family == Family.TEXT;
  }
}
