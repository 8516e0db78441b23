package dev.plumbline.otlp;

/** A resource as it will be written, under every scope of it. Immutable. */
final class ResourcePlan {
  /** Position among the window's resources. */
  final int ordinal;

  final KeptAttributes attributes;

  ResourcePlan(int ordinal, KeptAttributes attributes) {
    this.ordinal = ordinal;
    this.attributes = attributes;
  }
}
