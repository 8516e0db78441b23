package dev.plumbline.serve.config;

import dev.plumbline.config.ConfigFile;
import dev.plumbline.config.Section;
import dev.plumbline.descriptor.GadgetDescriptor;
import dev.plumbline.probe.Gadget;
import dev.plumbline.probe.GadgetCatalog;
import dev.plumbline.probe.RunException;
import dev.plumbline.yaml.YamlEntry;
import dev.plumbline.yaml.YamlNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Section {@code gadgets}: names of gadgets, each with its parameters. Without the section {@code
 * profile_cpu} runs; an empty one runs none. Confined to the thread that reads.
 */
final class GadgetsReader {
  private static final String DEFAULT = "profile_cpu";

  private final SourceExporters exporters;

  GadgetsReader(SourceExporters exporters) {
    this.exporters = exporters;
  }

  List<GadgetSettings> read(ConfigFile file) {
    Section section = file.openSection("gadgets");
    if (!file.has("gadgets")) {
      return List.of(new GadgetSettings(DEFAULT, Map.of(), null, GadgetSettings.Origin.DEFAULT));
    }
    List<GadgetSettings> gadgets = new ArrayList<>();
    for (YamlEntry entry : section.entries()) {
      String key = entry.key().toLowerCase(Locale.ROOT);
      try {
        gadgets.add(read(section, key, GadgetCatalog.require(entry.key())));
      } catch (RunException e) {
        section.problemAtKey(key, String.valueOf(e.getMessage()));
      }
    }
    return gadgets;
  }

  private GadgetSettings read(Section section, String key, Gadget gadget) {
    Section settings = section.openSection(key);
    Map<String, String> parameters = new LinkedHashMap<>();
    for (YamlEntry entry : settings.entries()) {
      String name = entry.key().toLowerCase(Locale.ROOT);
      if (name.equals(SourceExporters.KEY)) {
        continue;
      }
      if (entry.value().kind() == YamlNode.Kind.SCALAR) {
        parameters.put(entry.key(), entry.value().text());
      } else {
        settings.problem(name, "expected a single value, found " + entry.value().kind());
      }
    }
    check(settings, gadget.descriptor(), parameters);
    return new GadgetSettings(
        gadget.name(), parameters, exporters.read(settings), GadgetSettings.Origin.CONFIGURED);
  }

  /** One by one, so that each fault stands at its key. */
  private static void check(
      Section settings, GadgetDescriptor descriptor, Map<String, String> parameters) {
    parameters.forEach(
        (name, value) -> {
          try {
            descriptor.parameterValues(Map.of(name, value));
          } catch (IllegalArgumentException e) {
            settings.problem(name.toLowerCase(Locale.ROOT), String.valueOf(e.getMessage()));
          }
        });
  }
}
