package dev.plumbline.agent;

import dev.plumbline.agent.settings.Setting;
import dev.plumbline.agent.settings.Settings;
import dev.plumbline.config.IgConfig;
import dev.plumbline.config.ImplicitExporter;
import dev.plumbline.config.OtelEnvironment;
import dev.plumbline.export.ExporterSettings;
import dev.plumbline.sampling.ExporterSelection;
import dev.plumbline.sampling.SelectionException;
import dev.plumbline.yaml.Problems;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which exporters the agent uses (design §8): those selected; with no file the implicit one; with a
 * file of exactly one exporter that one; else none. Immutable.
 */
final class ExporterChoice {
  private final Map<String, ExporterSettings> exporters;
  private final ExporterSelection selection;
  private final String whyNone;

  private ExporterChoice(
      Map<String, ExporterSettings> exporters, ExporterSelection selection, String whyNone) {
    this.exporters = Collections.unmodifiableMap(exporters);
    this.selection = selection;
    this.whyNone = whyNone;
  }

  /**
   * @param otel read only if the implicit exporter is used
   * @throws SelectionException if an exporter is named that does not exist
   */
  static ExporterChoice of(
      Settings settings,
      IgConfig file,
      OtelEnvironment otel,
      Problems problems,
      Problems warnings) {
    String text = selectionText(settings, file);
    if (text.isEmpty() && !settings.isSet(Setting.CONFIG)) {
      text = ImplicitExporter.NAME;
    } else if (text.isEmpty() && file.exporters().size() == 1) {
      text = file.exporters().get(0).name();
    } else if (text.isEmpty()) {
      return none("the file has " + names(file) + " and otel-profiles-exporter names none");
    }
    List<String> known = new ArrayList<>();
    file.exporters().forEach(exporter -> known.add(exporter.name()));
    if (file.exporter(ImplicitExporter.NAME) == null) {
      known.add(ImplicitExporter.NAME);
    }
    ExporterSelection selection = ExporterSelection.parse(text).resolve(known);
    Map<String, ExporterSettings> chosen = new LinkedHashMap<>();
    for (String name : selection.exporters()) {
      ExporterSettings named = file.exporter(name);
      ExporterSettings exporter =
          named != null ? named : ImplicitExporter.read(otel, problems, warnings);
      if (exporter != null) {
        chosen.put(name, exporter);
      }
    }
    return new ExporterChoice(
        chosen, selection, chosen.isEmpty() ? "otel-profiles-exporter is none" : "");
  }

  private static String selectionText(Settings settings, IgConfig file) {
    String text = settings.text(Setting.OTEL_PROFILES_EXPORTER).trim();
    String ofFile = file.selection();
    return text.isEmpty() && ofFile != null ? ofFile.trim() : text;
  }

  private static String names(IgConfig file) {
    if (file.exporters().isEmpty()) {
      return "no exporter";
    }
    List<String> names = new ArrayList<>();
    file.exporters().forEach(exporter -> names.add(exporter.name()));
    return "the exporters " + String.join(", ", names);
  }

  static ExporterChoice none(String why) {
    return new ExporterChoice(Collections.emptyMap(), ExporterSelection.NONE, why);
  }

  /** By the name under which they are selected; unmodifiable. */
  Map<String, ExporterSettings> exporters() {
    return exporters;
  }

  /** Whether that exporter gets that data source. */
  boolean sends(String exporterName, String dataSource) {
    return selection.exportersOf(dataSource).contains(exporterName);
  }

  /** For people; empty if there is an exporter. */
  String whyNone() {
    return whyNone;
  }
}
