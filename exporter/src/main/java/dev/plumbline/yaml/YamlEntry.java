package dev.plumbline.yaml;

import static java.util.Objects.requireNonNull;

/** A key of a mapping, where it stands, and its value. Immutable. */
public final class YamlEntry {
  private final String key;
  private final SourcePosition position;
  private final YamlNode value;

  private YamlEntry(String key, SourcePosition position, YamlNode value) {
    this.key = requireNonNull(key, "key");
    this.position = requireNonNull(position, "position");
    this.value = requireNonNull(value, "value");
  }

  static YamlEntry of(String key, SourcePosition position, YamlNode value) {
    return new YamlEntry(key, position, value);
  }

  /** As written. */
  public String key() {
    return key;
  }

  /** Of the key. */
  public SourcePosition position() {
    return position;
  }

  public YamlNode value() {
    return value;
  }

  @Override
  public String toString() {
    return key + " at " + position;
  }
}
