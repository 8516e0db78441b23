package dev.plumbline.serve.config;

import dev.plumbline.config.Section;
import dev.plumbline.config.exporters.IgConfig;
import dev.plumbline.export.settings.ExporterSettings;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The key {@code exporters} of sources: names of the file's exporters, {@code none} or an empty
 * list for no export. Confined to the thread that reads.
 */
final class SourceExporters {
  static final String KEY = "exporters";

  private final IgConfig config;
  private final Set<ExporterSettings> used = new LinkedHashSet<>();

  SourceExporters(IgConfig config) {
    this.config = config;
  }

  /** The names as their exporters spell them; null if the source names none. */
  @Nullable List<String> read(Section source) {
    if (!source.has(KEY)) {
      return null;
    }
    List<String> names = new ArrayList<>();
    for (String name : source.texts(KEY)) {
      ExporterSettings exporter = config.exporter(name);
      if (exporter != null) {
        used.add(exporter);
        names.add(exporter.name());
      } else if (!name.equalsIgnoreCase(IgConfig.NONE)) {
        source.problem(
            KEY,
            "names the exporter \""
                + name
                + (config.exporters().isEmpty()
                    ? "\", and the file has none"
                    : "\", expected one of " + config.exporters()));
      }
    }
    return names;
  }

  /** All that were named. */
  Set<ExporterSettings> used() {
    return used;
  }
}
