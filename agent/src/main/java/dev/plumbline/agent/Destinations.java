package dev.plumbline.agent;

import dev.plumbline.agent.settings.Setting;
import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.export.settings.FileSettings;
import java.util.ArrayList;
import java.util.List;

/** Where the profiles go, for the line that says that profiling has started. Stateless. */
final class Destinations {
  private Destinations() {}

  static String text(AgentConfiguration configuration) {
    List<String> destinations = new ArrayList<>();
    for (ExporterSettings settings : configuration.exporters().exporters()) {
      destinations.add(settings.name() + " (" + target(settings) + ")");
    }
    if (configuration.settings().isSet(Setting.EXPORT_FILE)) {
      destinations.add(configuration.settings().text(Setting.EXPORT_FILE));
    }
    return String.join(", ", destinations);
  }

  private static String target(ExporterSettings settings) {
    FileSettings file = settings.file();
    return file == null ? settings.endpoint() : file.directory().toString();
  }
}
