package dev.plumbline.run;

import static java.util.Objects.requireNonNull;

import dev.plumbline.config.exporters.ExporterChoice;
import dev.plumbline.descriptor.AnnotationOverrides;
import dev.plumbline.output.FieldChoice;
import dev.plumbline.output.OutputChoice;
import dev.plumbline.profile.Attributes;
import dev.plumbline.sampling.AttributeNaming;
import dev.plumbline.selection.ContainerSelection;
import dev.plumbline.selection.ProcessSelection;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the user asked of one run. Immutable. */
public final class RunSettings {
  private final Map<String, String> parameters;
  private final AnnotationOverrides annotations;
  private final ProcessSelection processes;
  private final ContainerSelection containers;
  private final String filter;
  private final String sort;
  private final int maxEntries;
  private final String fetchInterval;
  private final String fetchCount;
  private final OutputChoice outputs;
  private final FieldChoice fields;
  private final ExporterChoice exporters;
  private final AttributeNaming naming;
  private final Attributes resource;
  private final Duration timeout;

  private RunSettings(Builder builder) {
    this.parameters = new LinkedHashMap<>(builder.parameters);
    this.annotations = builder.annotations;
    this.processes = builder.processes;
    this.containers = builder.containers;
    this.filter = builder.filter;
    this.sort = builder.sort;
    this.maxEntries = builder.maxEntries;
    this.fetchInterval = builder.fetchInterval;
    this.fetchCount = builder.fetchCount;
    this.outputs = builder.outputs;
    this.fields = builder.fields;
    this.exporters = builder.exporters;
    this.naming = builder.naming;
    this.resource = builder.resource;
    this.timeout = builder.timeout;
  }

  public static Builder builder(ExporterChoice exporters) {
    return new Builder(exporters);
  }

  /** Parameters that the user set, by key. */
  public Map<String, String> parameters() {
    return Map.copyOf(parameters);
  }

  public AnnotationOverrides annotations() {
    return annotations;
  }

  public ProcessSelection processes() {
    return processes;
  }

  public ContainerSelection containers() {
    return containers;
  }

  String filter() {
    return filter;
  }

  String sort() {
    return sort;
  }

  int maxEntries() {
    return maxEntries;
  }

  String fetchInterval() {
    return fetchInterval;
  }

  String fetchCount() {
    return fetchCount;
  }

  OutputChoice outputs() {
    return outputs;
  }

  FieldChoice fields() {
    return fields;
  }

  ExporterChoice exporters() {
    return exporters;
  }

  AttributeNaming naming() {
    return naming;
  }

  Attributes resource() {
    return resource;
  }

  Duration timeout() {
    return timeout;
  }

  /** Confined to the thread that builds; starts with the defaults. */
  public static final class Builder {
    private final ExporterChoice exporters;
    private final Map<String, String> parameters = new LinkedHashMap<>();
    private AnnotationOverrides annotations = AnnotationOverrides.NONE;
    private ProcessSelection processes = ProcessSelection.builder().build();
    private ContainerSelection containers = ContainerSelection.EVERYTHING;
    private String filter = "";
    private String sort = "";
    private int maxEntries = -1;
    private String fetchInterval = FetchPlan.DEFAULT_INTERVAL;
    private String fetchCount = "0";
    private OutputChoice outputs = OutputChoice.parse("");
    private FieldChoice fields = FieldChoice.DEFAULT;
    private AttributeNaming naming = AttributeNaming.DOTTED;
    private Attributes resource = Attributes.EMPTY;
    private Duration timeout = Duration.ZERO;

    private Builder(ExporterChoice exporters) {
      this.exporters = requireNonNull(exporters, "exporters");
    }

    public Builder parameter(String key, String value) {
      parameters.put(key, value);
      return this;
    }

    public Builder annotations(AnnotationOverrides annotations) {
      this.annotations = requireNonNull(annotations, "annotations");
      return this;
    }

    public Builder processes(ProcessSelection processes) {
      this.processes = requireNonNull(processes, "processes");
      return this;
    }

    public Builder containers(ContainerSelection containers) {
      this.containers = requireNonNull(containers, "containers");
      return this;
    }

    /** As {@code --filter} has it. */
    public Builder filter(String filter) {
      this.filter = requireNonNull(filter, "filter");
      return this;
    }

    /** As {@code --sort} has it. */
    public Builder sort(String sort) {
      this.sort = requireNonNull(sort, "sort");
      return this;
    }

    /** Below 0 for all. */
    public Builder maxEntries(int maxEntries) {
      this.maxEntries = maxEntries;
      return this;
    }

    /** As {@code --map-fetch-interval} and {@code --map-fetch-count} have them. */
    public Builder fetch(String interval, String count) {
      this.fetchInterval = requireNonNull(interval, "interval");
      this.fetchCount = requireNonNull(count, "count");
      return this;
    }

    public Builder outputs(OutputChoice outputs, FieldChoice fields) {
      this.outputs = requireNonNull(outputs, "outputs");
      this.fields = requireNonNull(fields, "fields");
      return this;
    }

    public Builder naming(AttributeNaming naming) {
      this.naming = requireNonNull(naming, "naming");
      return this;
    }

    /** Attributes that all resources have, below those of the records. */
    public Builder resource(Attributes resource) {
      this.resource = requireNonNull(resource, "resource");
      return this;
    }

    /** Zero for no end of its own. */
    public Builder timeout(Duration timeout) {
      this.timeout = requireNonNull(timeout, "timeout");
      return this;
    }

    public RunSettings build() {
      return new RunSettings(this);
    }
  }
}
