package dev.plumbline.agent;

import dev.plumbline.agent.settings.AgentArguments;
import dev.plumbline.agent.settings.FileSettings;
import dev.plumbline.agent.settings.Setting;
import dev.plumbline.agent.settings.Settings;
import dev.plumbline.config.ConfigFile;
import dev.plumbline.config.UnusedSection;
import dev.plumbline.config.Variables;
import dev.plumbline.config.exporters.ExporterChoice;
import dev.plumbline.config.exporters.IgConfig;
import dev.plumbline.config.exporters.OtelEnvironment;
import dev.plumbline.config.exporters.SelectionText;
import dev.plumbline.descriptor.AnnotationOverrides;
import dev.plumbline.descriptor.OverrideException;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import dev.plumbline.profile.Resource;
import dev.plumbline.yaml.Problems;
import dev.plumbline.yaml.SourcePosition;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * All that the user wrote, read once: the settings, the exporters they choose, what the resource is
 * called, and what is wrong with it. Immutable.
 */
final class AgentConfiguration {
  private final Settings settings;
  private final ExporterChoice exporters;
  private final AnnotationOverrides annotations;
  private final Attributes resource;
  private final boolean enabled;
  private final List<String> problems;
  private final List<String> warnings;
  private final List<String> remarks;

  private AgentConfiguration(Reading reading) {
    this.settings = reading.settings;
    this.exporters = reading.exporters;
    this.annotations = reading.annotations;
    this.resource = reading.resource;
    this.enabled = reading.enabled;
    this.problems = Collections.unmodifiableList(reading.problems);
    this.warnings = Collections.unmodifiableList(reading.warnings);
    this.remarks = Collections.unmodifiableList(reading.remarks);
  }

  /**
   * @param properties the system properties
   */
  static AgentConfiguration read(
      AgentArguments arguments, Map<String, String> environment, Variables properties) {
    return new AgentConfiguration(new Reading(arguments, environment, properties));
  }

  /** The steps of reading, each of which may add to what is wrong. */
  private static final class Reading {
    final Settings settings;
    final ExporterChoice exporters;
    final AnnotationOverrides annotations;
    final Attributes resource;
    final boolean enabled;
    final List<String> problems = new ArrayList<>();
    final List<String> warnings = new ArrayList<>();
    final List<String> remarks = new ArrayList<>();

    Reading(AgentArguments arguments, Map<String, String> environment, Variables properties) {
      Variables variables = environment::get;
      Problems faults = new Problems();
      Problems doubts = new Problems();
      String path =
          Settings.read(arguments, properties::get, environment, null).text(Setting.CONFIG);
      ConfigFile file = path.isEmpty() ? ConfigFile.none(faults) : load(Paths.get(path), faults);
      settings = Settings.read(arguments, properties::get, environment, FileSettings.of(file));
      problems.addAll(settings.problems());
      warnings.addAll(settings.warnings());
      IgConfig igConfig = IgConfig.read(file, variables, faults);
      igConfig.warnings().forEach(warning -> warnings.add(warning.toString()));
      note(igConfig.unusedSections());
      OtelEnvironment otel = OtelEnvironment.of(variables, properties);
      enabled = settings.flag(Setting.ENABLED) && !otel.isDisabled(doubts);
      exporters = exporters(igConfig, otel, faults, doubts);
      annotations = annotate();
      resource = resource(otel, doubts);
      faults.inFileOrder().forEach(fault -> problems.add(fault.toString()));
      doubts.inFileOrder().forEach(doubt -> warnings.add(doubt.toString()));
    }

    /** To open a pipe would wait for whoever writes it, and the application with us. */
    private static ConfigFile load(Path path, Problems faults) {
      if (Files.exists(path) && !Files.isRegularFile(path)) {
        faults.add(SourcePosition.of(path.toString()), "is no regular file");
        return ConfigFile.none(faults);
      }
      return ConfigFile.load(path, faults);
    }

    private ExporterChoice exporters(
        IgConfig igConfig, OtelEnvironment otel, Problems faults, Problems doubts) {
      String text = settings.text(Setting.OTEL_PROFILES_EXPORTER).trim();
      SelectionText selected =
          text.isEmpty()
              ? SelectionText.ofFile(igConfig)
              : SelectionText.of(SourcePosition.of(IgConfig.SELECTION_KEY), text);
      return ExporterChoice.ofAgent(selected, igConfig, otel, faults, doubts);
    }

    private AnnotationOverrides annotate() {
      try {
        return AnnotationOverrides.parse(settings.text(Setting.ANNOTATE));
      } catch (OverrideException e) {
        problems.add(Setting.ANNOTATE.settingName() + ": " + e.getMessage());
        return AnnotationOverrides.NONE;
      }
    }

    private void note(List<UnusedSection> sections) {
      for (UnusedSection section : sections) {
        (section.meant() == null ? remarks : warnings).add(section.toString());
      }
    }

    private Attributes resource(OtelEnvironment otel, Problems doubts) {
      Attributes fromEnvironment = otel.resource(doubts);
      String name = settings.text(Setting.SERVICE_NAME);
      return name.isEmpty()
          ? fromEnvironment
          : fromEnvironment.with(Attribute.of(Resource.SERVICE_NAME, name));
    }
  }

  Settings settings() {
    return settings;
  }

  ExporterChoice exporters() {
    return exporters;
  }

  /** Annotations that lie over those of the gadgets' descriptors. */
  AnnotationOverrides annotations() {
    return annotations;
  }

  /** What the user says of this process; goes over what is detected. */
  Attributes resource() {
    return resource;
  }

  /** False for {@code enabled=false} and {@code OTEL_SDK_DISABLED=true}. */
  boolean isEnabled() {
    return enabled;
  }

  /** What keeps the agent from profiling, one line each; unmodifiable. */
  List<String> problems() {
    return problems;
  }

  /** Unmodifiable, one line each. */
  List<String> warnings() {
    return warnings;
  }

  /** What is only worth a line at INFO; unmodifiable. */
  List<String> remarks() {
    return remarks;
  }
}
