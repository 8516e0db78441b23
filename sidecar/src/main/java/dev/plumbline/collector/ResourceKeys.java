package dev.plumbline.collector;

import dev.plumbline.config.Section;
import dev.plumbline.profile.Attribute;
import dev.plumbline.yaml.YamlEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Our keys {@code service_name} and {@code resource_attributes}: whose the profiles are, where the
 * Collector needs a processor for it. Stateless.
 */
final class ResourceKeys {
  static final Set<String> KEYS = Set.of("service_name", "resource_attributes");

  private static final String SERVICE = "service.name";

  private ResourceKeys() {}

  /**
   * The attributes that are said.
   *
   * @param defaultService where none is named; null for no service
   */
  static List<Attribute> read(Section section, @Nullable String defaultService) {
    List<Attribute> attributes = new ArrayList<>();
    Section more = section.openSection("resource_attributes");
    for (YamlEntry entry : more.entries()) {
      String value = more.text(entry.key().toLowerCase(Locale.ROOT));
      if (value != null) {
        attributes.add(Attribute.of(entry.key(), value));
      }
    }
    String named = section.text("service_name");
    boolean isAttribute = attributes.stream().anyMatch(each -> each.key().equals(SERVICE));
    if (named != null && isAttribute) {
      section.problemAtKey("service_name", "stands beside resource_attributes." + SERVICE);
    }
    String service = named == null ? defaultService : named;
    if (service != null && !isAttribute) {
      attributes.add(Attribute.of(SERVICE, service));
    }
    return attributes;
  }
}
