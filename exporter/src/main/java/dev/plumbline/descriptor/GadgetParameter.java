package dev.plumbline.descriptor;

import static java.util.Objects.requireNonNull;

import dev.plumbline.yaml.SourcePosition;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A setting of a gadget that a user may change. Its scope says who reads it: {@code ebpf} a
 * constant of a BPF program, {@code jvm} (ours) an event of the profiler inside a JVM. Immutable.
 */
public final class GadgetParameter {
  /** Keys that variables have without being given one (§2.13 of the study). */
  private static final Map<String, String> WELL_KNOWN_KEYS =
      Map.of(
          "targ_pid", "pid",
          "targ_tid", "tid",
          "targ_uid", "uid",
          "targ_gid", "gid",
          "targ_comm", "comm",
          "collect_ustack", "collect-ustack",
          "collect_build_id", "collect-build-id",
          "collect_otel_stack", "collect-otel-stack");

  private final String scope;
  private final String variable;
  private final String key;
  private final String defaultValue;
  private final String description;
  private final List<String> allowedValues;
  private final Map<String, String> settings;
  private final SourcePosition position;

  private GadgetParameter(Builder builder) {
    this.scope = builder.scope;
    this.variable = builder.variable;
    this.key =
        builder.key.isEmpty()
            ? WELL_KNOWN_KEYS.getOrDefault(builder.variable, builder.variable)
            : builder.key;
    this.defaultValue = builder.defaultValue;
    this.description = builder.description;
    this.allowedValues = List.copyOf(builder.allowedValues);
    this.settings = new LinkedHashMap<>(builder.settings);
    this.position = builder.position;
  }

  static Builder builder(String scope, String variable, SourcePosition position) {
    return new Builder(scope, variable, position);
  }

  public String scope() {
    return scope;
  }

  /** The name that the probe knows. */
  public String variable() {
    return variable;
  }

  /** The name that users know. */
  public String key() {
    return key;
  }

  /** Empty if the descriptor has none. */
  public String defaultValue() {
    return defaultValue;
  }

  public String description() {
    return description;
  }

  /** The only values that it may have; empty if any is right. Unmodifiable. */
  public List<String> allowedValues() {
    return allowedValues;
  }

  /** A further setting such as {@code alias} or {@code valueHint}; empty if absent. */
  public String setting(String name) {
    return settings.getOrDefault(name, "");
  }

  public SourcePosition position() {
    return position;
  }

  @Override
  public String toString() {
    return scope + "." + variable + " as " + key + "=" + defaultValue;
  }

  /** Confined to the thread that builds. */
  static final class Builder {
    private final String scope;
    private final String variable;
    private final SourcePosition position;
    private String key = "";
    private String defaultValue = "";
    private String description = "";
    private List<String> allowedValues = List.of();
    private Map<String, String> settings = Map.of();

    private Builder(String scope, String variable, SourcePosition position) {
      this.scope = requireNonNull(scope, "scope");
      this.variable = requireNonNull(variable, "variable");
      this.position = requireNonNull(position, "position");
    }

    Builder key(String key) {
      this.key = key;
      return this;
    }

    Builder defaultValue(String defaultValue) {
      this.defaultValue = defaultValue;
      return this;
    }

    Builder description(String description) {
      this.description = description;
      return this;
    }

    Builder allowedValues(List<String> allowedValues) {
      this.allowedValues = allowedValues;
      return this;
    }

    Builder settings(Map<String, String> settings) {
      this.settings = settings;
      return this;
    }

    GadgetParameter build() {
      return new GadgetParameter(this);
    }
  }
}
