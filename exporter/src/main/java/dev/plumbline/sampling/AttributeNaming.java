package dev.plumbline.sampling;

/** How sample attributes are named; resource attributes always keep their names. */
public enum AttributeNaming {
  /** By the field's full name: {@code proc.comm}. */
  DOTTED,
  /** With underscores for dots, {@code proc_comm}: {@code --otel-profiles-sanitize-labels}. */
  UNDERSCORED;

  String nameOf(String fullName) {
    return this == DOTTED ? fullName : fullName.replace('.', '_');
  }
}
