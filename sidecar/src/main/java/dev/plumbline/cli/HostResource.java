package dev.plumbline.cli;

import dev.plumbline.attribute.HostAttributes;
import dev.plumbline.container.HostPaths;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import java.util.ArrayList;
import java.util.List;

/** Attributes of this host with semantic-convention names. Stateless. */
final class HostResource {
  private HostResource() {}

  static Attributes attributes() {
    HostAttributes host = HostAttributes.read(HostPaths.HOST, System.getenv());
    List<Attribute> attributes = new ArrayList<>();
    attributes.add(Attribute.of("os.type", "linux"));
    add(attributes, "host.arch", host.architecture());
    add(attributes, "host.name", host.name());
    add(attributes, "host.id", host.id());
    add(attributes, "k8s.node.name", host.nodeName());
    return Attributes.of(attributes);
  }

  private static void add(List<Attribute> attributes, String key, String value) {
    if (!value.isEmpty()) {
      attributes.add(Attribute.of(key, value));
    }
  }
}
