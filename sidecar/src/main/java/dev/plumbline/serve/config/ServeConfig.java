package dev.plumbline.serve.config;

import static java.util.Objects.requireNonNull;

import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.profile.Attributes;
import dev.plumbline.sampling.ExporterSelection;
import dev.plumbline.selfprofile.SelfSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All that the daemon was told. Immutable.
 *
 * @param exporters those that some source is routed to
 * @param selection which exporters a source has that names none
 * @param exporterRemark one line: what is exported and why, or why nothing is
 * @param resource attributes of every resource of our own gadgets, from {@code OTEL_*}
 * @param receivers those that listen
 * @param pulls those that fetch
 * @param self the profile of ourselves; null for none
 * @param memoryBytes heap of a daemon that receives or scrapes
 * @param remarks lines for people: what is not used, what looks wrong
 */
public record ServeConfig(
    Map<String, ExporterSettings> exporters,
    ExporterSelection selection,
    String exporterRemark,
    Attributes resource,
    List<GadgetSettings> gadgets,
    List<ReceiverSettings> receivers,
    List<PullSettings> pulls,
    @Nullable SelfSettings self,
    StoreConfig store,
    PageConfig page,
    long memoryBytes,
    Remarks remarks) {
  public static final long DEFAULT_MEMORY_BYTES = 256L << 20;

  public ServeConfig {
    exporters = Map.copyOf(exporters);
    requireNonNull(selection, "selection");
    requireNonNull(exporterRemark, "exporterRemark");
    requireNonNull(resource, "resource");
    gadgets = List.copyOf(gadgets);
    receivers = List.copyOf(receivers);
    pulls = List.copyOf(pulls);
    requireNonNull(store, "store");
    requireNonNull(page, "page");
    requireNonNull(remarks, "remarks");
  }

  /** The same with a receiver more. */
  public ServeConfig with(ReceiverSettings receiver) {
    List<ReceiverSettings> more = new ArrayList<>(receivers);
    more.add(receiver);
    return new ServeConfig(
        exporters,
        selection,
        exporterRemark,
        resource,
        gadgets,
        more,
        pulls,
        self,
        store,
        page,
        memoryBytes,
        remarks);
  }

  /**
   * The exporters of a source, by name.
   *
   * @param override what the source itself names; null if it names none
   * @param dataSource of a gadget; empty for what has none
   */
  public List<String> exportersOf(@Nullable List<String> override, String dataSource) {
    return override != null ? override : new ArrayList<>(selection.exportersOf(dataSource));
  }

  /**
   * Lines about the file. Immutable.
   *
   * @param warnings that a person should see
   * @param notes for those who ask for more
   */
  public record Remarks(List<String> warnings, List<String> notes) {
    public Remarks {
      warnings = List.copyOf(warnings);
      notes = List.copyOf(notes);
    }
  }
}
