package dev.plumbline.descriptor;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a descriptor says of one program of the probe: where it attaches and how. Immutable. */
public final class ProgramDescriptor {
  private final String name;
  private final Map<String, String> settings;

  ProgramDescriptor(String name, Map<String, String> settings) {
    this.name = requireNonNull(name, "name");
    this.settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
  }

  public String name() {
    return name;
  }

  /** Dotted paths such as {@code sampler.frequency}, as written, with their values. */
  public Map<String, String> settings() {
    return settings;
  }

  /** Value of that path, without case; empty if absent. */
  public String setting(String path) {
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      if (setting.getKey().equalsIgnoreCase(path)) {
        return setting.getValue();
      }
    }
    return "";
  }
}
