package dev.plumbline.collector;

import dev.plumbline.config.Section;
import dev.plumbline.config.exporters.HeaderRules;
import dev.plumbline.yaml.YamlEntry;
import dev.plumbline.yaml.YamlNode;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Headers as the Collector writes them: a mapping, or a list of name and value. Stateless. */
final class HeaderPairs {
  static final String HOST = "host";

  private HeaderPairs() {}

  /** By name as written; {@code Host} among them. What may not be set has been said. */
  static Map<String, String> read(CollectorFile context, Section section, String key) {
    Map<String, String> headers = new LinkedHashMap<>();
    YamlNode node = section.node(key);
    if (node == null) {
      return headers;
    }
    if (node.kind() == YamlNode.Kind.MAPPING) {
      Section pairs = section.openSection(key);
      for (YamlEntry entry : pairs.entries()) {
        String lower = entry.key().toLowerCase(Locale.ROOT);
        put(section, key, headers, entry.key(), context.secret(pairs, lower));
      }
    } else if (node.kind() == YamlNode.Kind.SCALAR) {
      section.problem(key, "expected a mapping or a list of pairs, found a single value");
    }
    for (YamlNode item : node.items()) {
      String name = text(item.get("name"));
      String value = text(item.get("value"));
      if (name == null || value == null) {
        section.problem(key, "has an item that is no pair of name and value");
      } else {
        put(section, key, headers, name, value);
      }
    }
    return headers;
  }

  private static @Nullable String text(@Nullable YamlNode node) {
    return node == null || node.kind() != YamlNode.Kind.SCALAR ? null : node.text();
  }

  private static void put(
      Section section,
      String key,
      Map<String, String> headers,
      String name,
      @Nullable String value) {
    if (value == null) {
      return;
    }
    String fault = name.equalsIgnoreCase(HOST) ? null : HeaderRules.nameFault(name);
    fault = fault == null ? HeaderRules.valueFault(value) : fault;
    if (fault == null) {
      headers.put(name, value);
    } else {
      section.problem(key, name + " " + fault);
    }
  }
}
