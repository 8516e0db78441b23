package dev.plumbline.descriptor;

import static java.util.Objects.requireNonNull;

import dev.plumbline.gadget.Annotations;
import dev.plumbline.yaml.SourcePosition;
import java.util.List;

/** What a descriptor says of one field. Immutable. */
public final class FieldDescriptor {
  private final String fullName;
  private final SourcePosition position;
  private final Annotations annotations;
  private final List<String> tags;

  FieldDescriptor(
      String fullName, SourcePosition position, Annotations annotations, List<String> tags) {
    this.fullName = requireNonNull(fullName, "fullName");
    this.position = requireNonNull(position, "position");
    this.annotations = requireNonNull(annotations, "annotations");
    this.tags = List.copyOf(tags);
  }

  /** As written; fields are looked up without case. */
  public String fullName() {
    return fullName;
  }

  /** Of the key. */
  public SourcePosition position() {
    return position;
  }

  /** Without those of the template that they may name. */
  public Annotations annotations() {
    return annotations;
  }

  /** Unmodifiable. */
  public List<String> tags() {
    return tags;
  }
}
