package dev.plumbline.gadget;

import static java.util.Objects.requireNonNull;

/**
 * A typed slice of a record. The full name joins the names of its parents by dots ({@code
 * proc.creds.uid}) and is what users write. Where a field lies inside foreign bytes is known to the
 * batch alone. Immutable.
 */
public final class Field {
  private final String fullName;
  private final FieldKind kind;
  private final Annotations annotations;

  private Field(String fullName, FieldKind kind, Annotations annotations) {
    this.fullName = requireNonNull(fullName, "fullName");
    this.kind = requireNonNull(kind, "kind");
    this.annotations = requireNonNull(annotations, "annotations");
  }

  public static Field of(String fullName, FieldKind kind) {
    return new Field(fullName, kind, Annotations.EMPTY);
  }

  public static Field of(String fullName, FieldKind kind, Annotations annotations) {
    return new Field(fullName, kind, annotations);
  }

  /** Such as {@code runtime.containerName}; case is kept. */
  public String fullName() {
    return fullName;
  }

  public FieldKind kind() {
    return kind;
  }

  public Annotations annotations() {
    return annotations;
  }

  /** This field, with those annotations over its own. */
  public Field annotated(Annotations over) {
    return new Field(fullName, kind, annotations.with(over));
  }

  @Override
  public String toString() {
    return fullName + ":" + kind;
  }
}
