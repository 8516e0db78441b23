package dev.plumbline.object;

import dev.plumbline.descriptor.AnnotationOverrides;
import dev.plumbline.descriptor.DescriptorException;
import dev.plumbline.gadget.DataSource;
import dev.plumbline.probe.Gadget;
import dev.plumbline.probe.ProcessEnricher;
import dev.plumbline.probe.RunException;
import dev.plumbline.selection.ContainerSelection;
import java.util.List;
import java.util.function.Consumer;

/** Makes the readers of a gadget's data sources, with all annotations. Confined to one thread. */
public final class SourceReaders {
  private final Gadget gadget;
  private final AnnotationOverrides annotations;
  private final ContainerSelection containers;
  private final ProcessEnricher enricher;
  private final Consumer<String> warnings;

  /**
   * @param annotations the user's, over the descriptor's
   * @param containers whose records are wanted
   */
  public SourceReaders(
      Gadget gadget,
      AnnotationOverrides annotations,
      ContainerSelection containers,
      ProcessEnricher enricher,
      Consumer<String> warnings) {
    this.gadget = gadget;
    this.annotations = annotations;
    this.containers = containers;
    this.enricher = enricher;
    this.warnings = warnings;
  }

  /** What adds the fields of processes. */
  ProcessEnricher enricher() {
    return enricher;
  }

  /** The user's annotations of data sources that there are not are told of. */
  void warnOfStrangers(List<String> names) {
    annotations.warnOfStrangers(names, warnings);
  }

  /**
   * The reader of a data source.
   *
   * @throws RunException if the user's wishes do not fit it
   */
  RecordReader reader(String name, RecordLayout layout, int recordBytes) {
    if (layout.pidOffset() < 0 && !containers.isEverything()) {
      throw new RunException(
          "data source \""
              + name
              + "\" has no process, its records cannot be selected by their container");
    }
    DataSource plain = RecordReader.dataSource(name, layout, enricher);
    try {
      DataSource annotated = gadget.descriptor().annotate(plain, warnings);
      DataSource wanted = annotations.over(annotated, warnings);
      return new RecordReader(wanted, layout, recordBytes, enricher);
    } catch (DescriptorException e) {
      throw new RunException(e.problems().get(0).toString(), e);
    }
  }
}
