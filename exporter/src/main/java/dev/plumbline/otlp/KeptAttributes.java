package dev.plumbline.otlp;

import dev.plumbline.profile.Attribute;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Attributes that may be sent, in the order of their keys, and how many were cut. Immutable. */
final class KeptAttributes {
  static final KeptAttributes NONE = new KeptAttributes(Collections.emptyList(), 0);

  private final List<Attribute> attributes;
  private final int droppedCount;

  KeptAttributes(List<Attribute> attributes, int droppedCount) {
    this.attributes = Collections.unmodifiableList(new ArrayList<>(attributes));
    this.droppedCount = droppedCount;
  }

  List<Attribute> attributes() {
    return attributes;
  }

  int droppedCount() {
    return droppedCount;
  }

  int size() {
    return attributes.size();
  }
}
