package dev.plumbline.descriptor;

import dev.plumbline.yaml.Problems;
import dev.plumbline.yaml.YamlEntry;
import dev.plumbline.yaml.YamlNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Reads {@code params} and the older {@code ebpfParams}. Confined to the loading thread. */
final class ParameterReader {
  private static final String CUSTOM = "custom";

  /** What ig's gadgets write; the last three only steer how a flag is shown. */
  private static final List<String> KEYS =
      List.of(
          "key",
          "defaultValue",
          "description",
          "alias",
          "title",
          "isMandatory",
          "valueHint",
          "typeHint",
          "oneOf",
          "tags");

  private final Problems problems;
  private final Problems warnings;
  private final List<GadgetParameter> parameters = new ArrayList<>();
  private final Map<String, YamlNode> customParameters = new LinkedHashMap<>();
  private final Set<String> keys = new TreeSet<>();

  ParameterReader(Problems problems, Problems warnings) {
    this.problems = problems;
    this.warnings = warnings;
  }

  void readAll(Section root) {
    Section scopes = root.child("params");
    for (YamlEntry scope : scopes.entries()) {
      if (scope.key().equalsIgnoreCase(CUSTOM)) {
        readCustom(scopes.child(scope));
      } else {
        readScope(scope.key().toLowerCase(Locale.ROOT), scopes.child(scope));
      }
    }
    readScope("ebpf", root.child("ebpfParams"));
  }

  private void readScope(String scope, Section section) {
    for (YamlEntry entry : section.entries()) {
      Section parameter = section.child(entry);
      parameter.checkKeys(KEYS, warnings);
      Map<String, String> settings = new LinkedHashMap<>();
      for (YamlEntry setting : parameter.entries()) {
        settings.put(setting.key(), parameter.joined(setting));
      }
      YamlEntry oneOf = parameter.entry("oneOf");
      add(
          GadgetParameter.builder(scope, entry.key(), entry.position())
              .key(parameter.text("key"))
              .defaultValue(parameter.text("defaultValue"))
              .description(parameter.text("description"))
              .allowedValues(oneOf == null ? List.of() : parameter.list(oneOf))
              .settings(settings)
              .build());
    }
  }

  private void add(GadgetParameter parameter) {
    if (keys.add(parameter.key().toLowerCase(Locale.ROOT))) {
      parameters.add(parameter);
    } else {
      problems.add(
          parameter.position(),
          "parameter key \"" + parameter.key() + "\" stands twice, expected different keys");
    }
  }

  /** Kept as written: a patch of the descriptor is applied by whoever knows the user's value. */
  private void readCustom(Section section) {
    for (YamlEntry entry : section.entries()) {
      section.child(entry);
      customParameters.put(entry.key(), entry.value());
      keys.add(entry.key().toLowerCase(Locale.ROOT));
    }
  }

  /** Whether a parameter of any scope has that key. */
  boolean isDeclared(String key) {
    return keys.contains(key.toLowerCase(Locale.ROOT));
  }

  List<GadgetParameter> parameters() {
    return Collections.unmodifiableList(parameters);
  }

  Map<String, YamlNode> customParameters() {
    return customParameters;
  }

  /** For messages. */
  Set<String> keys() {
    return Collections.unmodifiableSet(keys);
  }
}
