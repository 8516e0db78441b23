package dev.plumbline.cli;

import dev.plumbline.config.ConfigException;
import dev.plumbline.config.ConfigFile;
import dev.plumbline.config.UnusedSection;
import dev.plumbline.config.exporters.ExporterChoice;
import dev.plumbline.config.exporters.IgConfig;
import dev.plumbline.config.exporters.OtelEnvironment;
import dev.plumbline.config.exporters.SelectionText;
import dev.plumbline.profile.Attributes;
import dev.plumbline.yaml.Problem;
import dev.plumbline.yaml.Problems;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What file and variables say of exporters, checked as a whole: all faults are found at once.
 * Immutable.
 *
 * @param resource attributes of every resource, from {@code OTEL_*}
 */
record ExporterConfig(ExporterChoice choice, Attributes resource) {
  /**
   * @param file null for none
   * @param flag the value of {@code --otel-profiles-exporter}; null if it is not given
   * @param verbose also names the sections that are not ours
   */
  static ExporterConfig load(
      @Nullable Path file, @Nullable String flag, Console console, boolean verbose)
      throws ConfigException {
    Problems problems = new Problems();
    Problems warnings = new Problems();
    ConfigFile content = file == null ? ConfigFile.none(problems) : ConfigFile.load(file, problems);
    IgConfig config = IgConfig.read(content, console.environment(), problems);
    OtelEnvironment otel =
        OtelEnvironment.of(console.environment(), name -> System.getProperty(name));
    SelectionText selected = SelectionText.find(flag, console.environment(), config);
    ExporterChoice choice = ExporterChoice.ofSidecar(selected, config, otel, problems, warnings);
    Attributes resource = otel.resource(warnings);
    ConfigException.throwIfAny(problems);
    config.warnings().forEach(warning -> console.warn(warning.toString()));
    for (Problem warning : warnings.inFileOrder()) {
      console.warn(warning.toString());
    }
    for (UnusedSection section : config.unusedSections()) {
      if (section.meant() != null) {
        console.warn(section.toString());
      } else if (verbose) {
        console.err().println(section);
      }
    }
    if (verbose) {
      console.err().println(choice.explanation());
    }
    return new ExporterConfig(choice, resource);
  }
}
