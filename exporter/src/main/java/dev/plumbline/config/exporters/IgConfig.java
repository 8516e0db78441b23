package dev.plumbline.config.exporters;

import dev.plumbline.config.ConfigException;
import dev.plumbline.config.ConfigFile;
import dev.plumbline.config.Section;
import dev.plumbline.config.UnusedSection;
import dev.plumbline.config.Variables;
import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.yaml.Problem;
import dev.plumbline.yaml.Problems;
import dev.plumbline.yaml.SourcePosition;
import dev.plumbline.yaml.YamlEntry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The exporter part of an {@code ig-config.yaml}, section {@code operator.otel-profiles}, checked.
 *
 * <pre>
 * operator:
 *   otel-profiles:
 *     otel-profiles-exporter: NAME      # as the flag of that name
 *     exporters:
 *       NAME:
 *         exporter: otlp-grpc           # or otlp-http, file; no default
 *         endpoint: "127.0.0.1:4317"    # no default
 *         compression: gzip             # or none; default gzip
 *         insecure: true                # default false
 * </pre>
 *
 * Names keep their case and are matched without it. All other keys stand in {@link ExporterReader}
 * and {@code docs/configuration.md}. Immutable.
 */
public final class IgConfig {
  /** The section's path. */
  public static final String SECTION = "operator.otel-profiles";

  /** Its key that selects exporters, and the flag of the same name. */
  public static final String SELECTION_KEY = "otel-profiles-exporter";

  /** Means no export wherever an exporter is named. */
  public static final String NONE = "none";

  private static final String EXPORTERS_KEY = "exporters";
  static final Set<String> KEYS =
      Collections.unmodifiableSet(new TreeSet<>(Set.of(EXPORTERS_KEY, SELECTION_KEY)));
  private static final int MAX_EXPORTERS = 100;

  private final String fileName;
  private final Map<String, ExporterSettings> byLowerCaseName;
  private final @Nullable String selection;
  private final SourcePosition selectionPosition;
  private final List<Problem> warnings;
  private final List<UnusedSection> unusedSections;

  private IgConfig(
      ConfigFile file, Section section, Map<String, ExporterSettings> byName, Problems warnings) {
    this.fileName = file.name();
    this.byLowerCaseName = Collections.unmodifiableMap(new LinkedHashMap<>(byName));
    this.selection = section.text(SELECTION_KEY);
    this.selectionPosition = section.positionOf(SELECTION_KEY);
    this.warnings = warnings.inFileOrder();
    this.unusedSections = file.unusedSections();
  }

  /**
   * Reads and checks a file for a caller that needs nothing else of it.
   *
   * @param environment for {@code {env: NAME}}
   * @throws ConfigException with all that is wrong
   */
  public static IgConfig load(Path file, Variables environment) throws ConfigException {
    Problems problems = new Problems();
    IgConfig config = read(ConfigFile.load(file, problems), environment, problems);
    ConfigException.throwIfAny(problems);
    return config;
  }

  /** Without a file: no exporters and no selection. */
  public static IgConfig none() {
    Problems problems = new Problems();
    return read(ConfigFile.none(problems), Variables.NONE, problems);
  }

  /**
   * Reads the exporters and leaves what is wrong in the problems, so that the caller can read other
   * sections of the file before it throws. An exporter with a problem is left out.
   */
  public static IgConfig read(ConfigFile file, Variables environment, Problems problems) {
    Section section = file.section(SECTION, KEYS);
    Problems warnings = new Problems();
    ExporterReader reader = new ExporterReader(file, environment, problems, warnings);
    Section exporters = section.openSection(EXPORTERS_KEY);
    Map<String, ExporterSettings> byName = new LinkedHashMap<>();
    for (YamlEntry entry : exporters.entries()) {
      if (byName.size() == MAX_EXPORTERS) {
        problems.add(
            entry.position(), exporters.path() + ": more than " + MAX_EXPORTERS + " exporters");
        break;
      }
      String fault = nameFault(entry.key());
      if (fault != null) {
        problems.add(entry.position(), exporters.keyPath(entry.key()) + ": " + fault);
      }
      ExporterSettings settings = reader.read(entry, exporters.path());
      if (settings != null && fault == null) {
        byName.put(entry.key().toLowerCase(Locale.ROOT), settings);
      }
    }
    return new IgConfig(file, section, byName, warnings);
  }

  private static @Nullable String nameFault(String name) {
    if (name.equalsIgnoreCase(NONE)) {
      return "the name none means no export and is never an exporter's";
    }
    boolean selectable =
        !name.isEmpty()
            && name.equals(name.strip())
            && name.chars().noneMatch(c -> c == ',' || c == ':' || Character.isISOControl(c));
    return selectable
        ? null
        : "an exporter's name is not empty, has no comma or colon and no blanks around it";
  }

  /** As the user named it; empty if there is no file. */
  public String fileName() {
    return fileName;
  }

  /** Unmodifiable, in the order of the file. */
  public List<ExporterSettings> exporters() {
    return Collections.unmodifiableList(new ArrayList<>(byLowerCaseName.values()));
  }

  /** The exporter of that name, whatever its case; null if there is none. */
  public @Nullable ExporterSettings exporter(String name) {
    return byLowerCaseName.get(name.toLowerCase(Locale.ROOT));
  }

  /** The value of {@code otel-profiles-exporter}; null if it is not written. */
  public @Nullable String selection() {
    return selection;
  }

  /** Where {@link #selection} stands. */
  public SourcePosition selectionPosition() {
    return selectionPosition;
  }

  /** What looks wrong but need not be; each is one line of the log. */
  public List<Problem> warnings() {
    return warnings;
  }

  /** Sections that are not ours, to be named once at INFO (design §8). */
  public List<UnusedSection> unusedSections() {
    return unusedSections;
  }

  @Override
  public String toString() {
    return "IgConfig" + byLowerCaseName.values();
  }
}
