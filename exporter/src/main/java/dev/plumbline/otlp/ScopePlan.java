package dev.plumbline.otlp;

import dev.plumbline.profile.Scope;
import dev.plumbline.wire.WireText;

/**
 * A scope of one resource as it will be written. Name and version are never empty: some receivers
 * show them to users as the profile's name. Immutable.
 */
final class ScopePlan {
  private static final String DEFAULT_NAME = "plumbline";
  private static final String DEFAULT_VERSION = "unknown";

  /** Position among the scopes of all resources of the window. */
  final int ordinal;

  final ResourcePlan resource;
  final String name;
  final String version;
  final KeptAttributes attributes;

  ScopePlan(int ordinal, ResourcePlan resource, Scope scope, KeptAttributes attributes) {
    this.ordinal = ordinal;
    this.resource = resource;
    this.name = orDefault(scope.name(), DEFAULT_NAME);
    this.version = orDefault(scope.version(), DEFAULT_VERSION);
    this.attributes = attributes;
  }

  private static String orDefault(String text, String byDefault) {
    return text.isEmpty() ? byDefault : WireText.wellFormed(text, WireText.MAX_VALUE_BYTES);
  }
}
