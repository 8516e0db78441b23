package dev.plumbline.profile;

import static java.util.Objects.requireNonNull;

/**
 * The process, container or service that was profiled, as attributes with semantic-convention
 * names. Immutable.
 */
public final class Resource {
  public static final String SERVICE_NAME = "service.name";

  private final Attributes attributes;

  private Resource(Attributes attributes) {
    this.attributes = requireNonNull(attributes, "attributes");
  }

  public static Resource of(Attributes attributes) {
    return new Resource(attributes);
  }

  public Attributes attributes() {
    return attributes;
  }

  /** Never empty; {@code unknown_service} if the attributes do not say. */
  public String serviceName() {
    String name = attributes.string(SERVICE_NAME);
    return name == null || name.isEmpty() ? "unknown_service" : name;
  }

  /** This resource, with those attributes over its own. */
  public Resource with(Attributes others) {
    return others.isEmpty() ? this : new Resource(attributes.with(others));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Resource && ((Resource) other).attributes.equals(attributes);
  }

  @Override
  public int hashCode() {
    return attributes.hashCode();
  }

  @Override
  public String toString() {
    return "Resource" + attributes;
  }
}
