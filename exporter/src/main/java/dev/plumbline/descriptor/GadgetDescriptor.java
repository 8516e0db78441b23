package dev.plumbline.descriptor;

import static java.util.Objects.requireNonNull;

import dev.plumbline.gadget.Annotations;
import dev.plumbline.gadget.DataSource;
import dev.plumbline.yaml.Problem;
import dev.plumbline.yaml.Problems;
import dev.plumbline.yaml.YamlNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A parsed and validated {@code gadget.yaml}: what its probe's records mean and what a user may
 * set. Made by {@link DescriptorLoader}. Immutable.
 */
public final class GadgetDescriptor {
  private final String name;
  private final Map<String, String> about;
  private final Annotations annotations;
  private final List<DataSourceDescriptor> dataSources;
  private final List<GadgetParameter> parameters;
  private final Map<String, YamlNode> customParameters;
  private final List<ProgramDescriptor> programs;
  private final Map<String, String> operatorSettings;
  private final Map<String, String> parameterDefaults;
  private final List<Problem> warnings;

  private GadgetDescriptor(Builder builder) {
    this.name = builder.name;
    this.about = builder.about;
    this.annotations = builder.annotations;
    this.dataSources = List.copyOf(builder.dataSources);
    this.parameters = List.copyOf(builder.parameters);
    this.customParameters = Collections.unmodifiableMap(builder.customParameters);
    this.programs = List.copyOf(builder.programs);
    this.operatorSettings = Collections.unmodifiableMap(builder.operatorSettings);
    this.parameterDefaults = builder.parameterDefaults;
    this.warnings = List.copyOf(builder.warnings);
  }

  static Builder builder(String name) {
    return new Builder(name);
  }

  public String name() {
    return name;
  }

  /** Empty if the descriptor has none, as the following three. */
  public String description() {
    return about.getOrDefault("description", "");
  }

  public String homepageUrl() {
    return about.getOrDefault("homepageURL", "");
  }

  public String documentationUrl() {
    return about.getOrDefault("documentationURL", "");
  }

  public String sourceUrl() {
    return about.getOrDefault("sourceURL", "");
  }

  /** Of the gadget as a whole. */
  public Annotations annotations() {
    return annotations;
  }

  /** In the order of the file. Unmodifiable. */
  public List<DataSourceDescriptor> dataSources() {
    return dataSources;
  }

  /** Without case; null if there is none of that name. */
  public @Nullable DataSourceDescriptor dataSource(String dataSourceName) {
    for (DataSourceDescriptor dataSource : dataSources) {
      if (dataSource.name().equalsIgnoreCase(dataSourceName)) {
        return dataSource;
      }
    }
    return null;
  }

  /** Of every scope, those of {@code params.custom} excepted. Unmodifiable. */
  public List<GadgetParameter> parameters() {
    return parameters;
  }

  /** Without case; null if there is none of that key. */
  public @Nullable GadgetParameter parameter(String key) {
    for (GadgetParameter parameter : parameters) {
      if (parameter.key().equalsIgnoreCase(key)) {
        return parameter;
      }
    }
    return null;
  }

  /** {@code params.custom} as written: each patches the descriptor by its value. Unmodifiable. */
  public Map<String, YamlNode> customParameters() {
    return customParameters;
  }

  /** Unmodifiable. */
  public List<ProgramDescriptor> programs() {
    return programs;
  }

  /** {@code operator.*} as dotted paths below {@code operator}. Unmodifiable. */
  public Map<String, String> operatorSettings() {
    return operatorSettings;
  }

  /** What was passed over, such as unknown keys. Unmodifiable. */
  public List<Problem> warnings() {
    return warnings;
  }

  /**
   * Values of all parameters by key: those given, else {@code paramDefaults}, else the parameter's
   * default.
   *
   * @param given by key, without case
   * @throws IllegalArgumentException if a key is not a parameter of this gadget, or a value is not
   *     among those that the parameter allows
   */
  public Map<String, String> parameterValues(Map<String, String> given) {
    return new ParameterValues(this, parameterDefaults).of(given);
  }

  /**
   * Lays the annotations over a data source whose fields the probe knows; one that the descriptor
   * does not name stays as it is. A field that only enrichment could add is passed over with a
   * warning where the probe lacks it.
   *
   * @throws DescriptorException if the descriptor names any other field that the probe lacks: a
   *     typo must not become an empty profile
   */
  public DataSource annotate(DataSource probe, Consumer<String> moreWarnings) {
    DataSourceDescriptor descriptor = dataSource(probe.name());
    if (descriptor == null) {
      return probe;
    }
    Problems problems = new Problems();
    DataSource annotated = descriptor.annotate(probe, moreWarnings, problems);
    if (!problems.isEmpty()) {
      throw new DescriptorException(problems.inFileOrder());
    }
    return annotated;
  }

  @Override
  public String toString() {
    return "GadgetDescriptor[" + name + "]";
  }

  /** Confined to the loading thread; what it is given is not used elsewhere. */
  static final class Builder {
    private final String name;
    private Map<String, String> about = Map.of();
    private Annotations annotations = Annotations.EMPTY;
    private List<DataSourceDescriptor> dataSources = new ArrayList<>();
    private List<GadgetParameter> parameters = new ArrayList<>();
    private Map<String, YamlNode> customParameters = Map.of();
    private List<ProgramDescriptor> programs = new ArrayList<>();
    private Map<String, String> operatorSettings = Map.of();
    private Map<String, String> parameterDefaults = Map.of();
    private List<Problem> warnings = new ArrayList<>();

    private Builder(String name) {
      this.name = requireNonNull(name, "name");
    }

    Builder about(Map<String, String> about) {
      this.about = about;
      return this;
    }

    Builder annotations(Annotations annotations) {
      this.annotations = annotations;
      return this;
    }

    Builder dataSources(List<DataSourceDescriptor> dataSources) {
      this.dataSources = dataSources;
      return this;
    }

    Builder parameters(List<GadgetParameter> parameters) {
      this.parameters = parameters;
      return this;
    }

    Builder customParameters(Map<String, YamlNode> customParameters) {
      this.customParameters = customParameters;
      return this;
    }

    Builder programs(List<ProgramDescriptor> programs) {
      this.programs = programs;
      return this;
    }

    Builder operatorSettings(Map<String, String> operatorSettings) {
      this.operatorSettings = operatorSettings;
      return this;
    }

    Builder parameterDefaults(Map<String, String> parameterDefaults) {
      this.parameterDefaults = parameterDefaults;
      return this;
    }

    Builder warnings(List<Problem> warnings) {
      this.warnings = warnings;
      return this;
    }

    GadgetDescriptor build() {
      return new GadgetDescriptor(this);
    }
  }
}
