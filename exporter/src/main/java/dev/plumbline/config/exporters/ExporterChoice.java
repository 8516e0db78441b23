package dev.plumbline.config.exporters;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.sampling.ExporterSelection;
import dev.plumbline.sampling.SelectionException;
import dev.plumbline.yaml.Problems;
import dev.plumbline.yaml.SourcePosition;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which exporters are used and for what (design §8). A selection names exporters of the file, or
 * {@code otel} where the file has none of that name. Without a selection the agent uses {@code
 * otel} if there is no file, and the exporter of a file that has exactly one; a sidecar exports
 * nothing. Immutable.
 */
public final class ExporterChoice {
  private final List<ExporterSettings> exporters;
  private final ExporterSelection selection;
  private final String explanation;

  private ExporterChoice(
      List<ExporterSettings> exporters, ExporterSelection selection, String explanation) {
    this.exporters = Collections.unmodifiableList(new ArrayList<>(exporters));
    this.selection = requireNonNull(selection, "selection");
    this.explanation = requireNonNull(explanation, "explanation");
  }

  /**
   * The agent's rule.
   *
   * @param selected null if nothing selects
   * @param otel read only if the implicit exporter is used
   */
  public static ExporterChoice ofAgent(
      @Nullable SelectionText selected,
      IgConfig config,
      OtelEnvironment otel,
      Problems problems,
      Problems warnings) {
    if (selected != null) {
      return selected(selected, config, otel, problems, warnings);
    }
    if (config.fileName().isEmpty()) {
      SourcePosition position = SourcePosition.of("no configuration file");
      return selected(
          SelectionText.of(position, ImplicitExporter.NAME), config, otel, problems, warnings);
    }
    if (config.exporters().size() == 1) {
      String name = config.exporters().get(0).name();
      SourcePosition position = SourcePosition.of("the only exporter of " + config.fileName());
      return selected(SelectionText.of(position, name), config, otel, problems, warnings);
    }
    return nothing(config);
  }

  /** The rule of {@code run} and {@code serve}: only what is named. */
  public static ExporterChoice ofSidecar(
      @Nullable SelectionText selected,
      IgConfig config,
      OtelEnvironment otel,
      Problems problems,
      Problems warnings) {
    return selected == null
        ? nothing(config)
        : selected(selected, config, otel, problems, warnings);
  }

  private static ExporterChoice nothing(IgConfig config) {
    String found;
    if (config.fileName().isEmpty()) {
      found = "no exporter is named";
    } else if (config.exporters().isEmpty()) {
      found = config.fileName() + " has no exporters";
    } else {
      found = config.fileName() + " has the exporters " + names(config.exporters());
    }
    return new ExporterChoice(
        List.of(),
        ExporterSelection.NONE,
        "nothing is exported: "
            + found
            + "; select with "
            + IgConfig.SELECTION_KEY
            + (config.exporters().isEmpty() ? "=" + ImplicitExporter.NAME : ""));
  }

  private static ExporterChoice selected(
      SelectionText selected,
      IgConfig config,
      OtelEnvironment otel,
      Problems problems,
      Problems warnings) {
    ExporterSelection selection;
    try {
      selection = ExporterSelection.parse(selected.text()).resolve(known(config));
    } catch (SelectionException e) {
      // An exporter with a fault counts as missing, and its own fault has been said.
      if (problems.isEmpty()) {
        problems.add(selected.position(), requireNonNull(e.getMessage()));
      }
      return new ExporterChoice(List.of(), ExporterSelection.NONE, "nothing is exported");
    }
    List<ExporterSettings> exporters = new ArrayList<>();
    for (String name : selection.exporters()) {
      ExporterSettings named = config.exporter(name);
      ExporterSettings exporter =
          named == null ? ImplicitExporter.read(otel, problems, warnings) : named;
      if (exporter != null) {
        exporters.add(exporter);
      }
    }
    String what = exporters.isEmpty() ? "nothing is exported" : "exports with " + names(exporters);
    return new ExporterChoice(exporters, selection, what + " (" + selected.position() + ")");
  }

  private static List<String> known(IgConfig config) {
    List<String> known = new ArrayList<>();
    config.exporters().forEach(exporter -> known.add(exporter.name()));
    if (config.exporter(ImplicitExporter.NAME) == null) {
      known.add(ImplicitExporter.NAME);
    }
    return known;
  }

  private static String names(List<ExporterSettings> exporters) {
    return exporters.stream().map(ExporterSettings::name).collect(joining(", "));
  }

  /** Those that are to be started; unmodifiable, empty if nothing is exported. */
  public List<ExporterSettings> exporters() {
    return exporters;
  }

  /** Which data source goes where, with the names of {@link #exporters()}. */
  public ExporterSelection selection() {
    return selection;
  }

  /**
   * One line for the log: what is used and why, or why nothing is, with the names to choose from.
   */
  public String explanation() {
    return explanation;
  }

  @Override
  public String toString() {
    return "ExporterChoice[" + explanation + "]";
  }
}
