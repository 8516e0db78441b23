package dev.plumbline.config.exporters;

import static java.util.Objects.requireNonNull;

import dev.plumbline.yaml.SourcePosition;

/** A variable or property that is set. Immutable. */
final class OtelSetting {
  private final String name;
  private final String text;

  private OtelSetting(String name, String text) {
    this.name = requireNonNull(name, "name");
    this.text = requireNonNull(text, "text");
  }

  static OtelSetting of(String name, String text) {
    return new OtelSetting(name, text);
  }

  /** The name under which it was found. */
  String name() {
    return name;
  }

  SourcePosition position() {
    return SourcePosition.of(name);
  }

  /** Without blanks around it, never empty; may be a secret. */
  String text() {
    return text;
  }

  @Override
  public String toString() {
    return name;
  }
}
