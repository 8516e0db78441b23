package dev.plumbline.run;

import dev.plumbline.descriptor.DescriptorException;
import dev.plumbline.gadget.DataSource;
import java.util.function.Consumer;

/** Makes the readers of a gadget's data sources, with all annotations. Confined to one thread. */
final class SourceReaders {
  private final Gadget gadget;
  private final RunSettings settings;
  private final ProcessEnricher enricher;
  private final Consumer<String> warnings;

  SourceReaders(
      Gadget gadget, RunSettings settings, ProcessEnricher enricher, Consumer<String> warnings) {
    this.gadget = gadget;
    this.settings = settings;
    this.enricher = enricher;
    this.warnings = warnings;
  }

  /**
   * The reader of a data source.
   *
   * @throws RunException if the user's wishes do not fit it
   */
  RecordReader reader(String name, RecordLayout layout, int recordBytes) {
    if (layout.pidOffset() < 0 && !settings.containers().isEverything()) {
      throw new RunException(
          "data source \""
              + name
              + "\" has no process, its records cannot be selected by their container");
    }
    DataSource plain = RecordReader.dataSource(name, layout, enricher);
    try {
      DataSource annotated = gadget.descriptor().annotate(plain, warnings);
      DataSource wanted = settings.annotations().over(annotated, warnings);
      return new RecordReader(wanted, layout, recordBytes, enricher);
    } catch (DescriptorException e) {
      throw new RunException(e.problems().get(0).toString(), e);
    }
  }
}
