package dev.plumbline.profile;

import static java.util.Objects.requireNonNull;

/**
 * Who made the profiles: name and version of the instrumentation. Some receivers show the name to
 * users. Immutable.
 */
public final class Scope {
  private final String name;
  private final String version;
  private final Attributes attributes;

  private Scope(String name, String version, Attributes attributes) {
    this.name = requireNonNull(name, "name");
    this.version = requireNonNull(version, "version");
    this.attributes = requireNonNull(attributes, "attributes");
  }

  public static Scope of(String name, String version) {
    return new Scope(name, version, Attributes.EMPTY);
  }

  public static Scope of(String name, String version, Attributes attributes) {
    return new Scope(name, version, attributes);
  }

  public String name() {
    return name;
  }

  public String version() {
    return version;
  }

  public Attributes attributes() {
    return attributes;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Scope
        && ((Scope) other).name.equals(name)
        && ((Scope) other).version.equals(version)
        && ((Scope) other).attributes.equals(attributes);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * name.hashCode() + version.hashCode()) + attributes.hashCode();
  }

  @Override
  public String toString() {
    return name + "/" + version;
  }
}
