package dev.plumbline.serve.config;

import dev.plumbline.collector.CollectorFile;
import dev.plumbline.config.ConfigException;
import dev.plumbline.config.ConfigFile;
import dev.plumbline.config.UnusedSection;
import dev.plumbline.config.Variables;
import dev.plumbline.config.exporters.ExporterChoice;
import dev.plumbline.config.exporters.IgConfig;
import dev.plumbline.config.exporters.OtelEnvironment;
import dev.plumbline.config.exporters.SelectionText;
import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.profile.Attributes;
import dev.plumbline.yaml.Problem;
import dev.plumbline.yaml.Problems;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the daemon's configuration. Confined to the thread that reads. */
public final class ServeConfigReader {
  private static final long LEAST_MEMORY = 64L << 20;
  private static final long MOST_MEMORY = 64L << 30;

  private final Variables environment;
  private final Variables properties;
  private final Problems problems = new Problems();
  private final Problems warnings = new Problems();

  private ServeConfigReader(Variables environment, Variables properties) {
    this.environment = environment;
    this.properties = properties;
  }

  /**
   * Reads and checks a file.
   *
   * @param file null for none: the defaults
   * @param flag value of {@code --otel-profiles-exporter}; null if it is not given
   * @throws ConfigException with all that is wrong
   */
  public static ServeConfig read(
      @Nullable Path file, @Nullable String flag, Variables environment, Variables properties)
      throws ConfigException {
    return new ServeConfigReader(environment, properties).read(file, flag);
  }

  private ServeConfig read(@Nullable Path file, @Nullable String flag) throws ConfigException {
    ConfigFile content = file == null ? ConfigFile.none(problems) : ConfigFile.load(file, problems);
    IgConfig exporters = IgConfig.read(content, environment, problems);
    OtelEnvironment otel = OtelEnvironment.of(environment, properties);
    SelectionText selected = SelectionText.find(flag, environment, exporters);
    ExporterChoice choice = ExporterChoice.ofSidecar(selected, exporters, otel, problems, warnings);
    Attributes resource = otel.resource(warnings);
    SourceExporters sources = new SourceExporters(exporters);
    List<GadgetSettings> gadgets = new GadgetsReader(sources).read(content);
    ReceiversReader receiversReader =
        new ReceiversReader(CollectorFile.of(content, environment, warnings), sources);
    List<ReceiverSettings> receivers = receiversReader.read();
    StoreConfig store = StoreReader.read(content);
    PageConfig page = new PageReader(content, environment).read();
    long memory =
        content.size("memory", ServeConfig.DEFAULT_MEMORY_BYTES, LEAST_MEMORY, MOST_MEMORY);
    Map<String, ExporterSettings> used = new LinkedHashMap<>();
    choice.exporters().forEach(settings -> used.put(settings.name(), settings));
    sources.used().forEach(settings -> used.putIfAbsent(settings.name(), settings));
    SharedEndpoints.check(receivers, page, problems);
    OwnEndpoints.check(receivers, page, used.values(), problems);
    ConfigException.throwIfAny(problems);
    return new ServeConfig(
        used,
        choice.selection(),
        explanation(choice, sources),
        resource,
        gadgets,
        receivers,
        receiversReader.pulls(),
        receiversReader.self(),
        store,
        page,
        memory,
        remarks(exporters));
  }

  private static String explanation(ExporterChoice choice, SourceExporters sources) {
    if (!choice.exporters().isEmpty() || sources.used().isEmpty()) {
      return choice.explanation();
    }
    List<String> names = sources.used().stream().map(ExporterSettings::name).toList();
    return "exports what names its exporters, with " + String.join(", ", names);
  }

  private ServeConfig.Remarks remarks(IgConfig exporters) {
    List<String> warned = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    exporters.warnings().forEach(warning -> warned.add(warning.toString()));
    for (Problem warning : warnings.inFileOrder()) {
      warned.add(warning.toString());
    }
    for (UnusedSection section : exporters.unusedSections()) {
      (section.meant() == null ? notes : warned).add(section.toString());
    }
    return new ServeConfig.Remarks(warned, notes);
  }
}
