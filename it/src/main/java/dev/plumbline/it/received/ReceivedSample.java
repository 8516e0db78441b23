package dev.plumbline.it.received;

import java.util.Collections;
import java.util.List;
import java.util.Map;

/** One sample with its dictionary entries resolved. Immutable. */
public final class ReceivedSample {
  private final List<String> functions;
  private final List<String> frameTypes;
  private final Map<String, String> attributes;
  private final long value;

  ReceivedSample(
      List<String> functions, List<String> frameTypes, Map<String, String> attributes, long value) {
    this.functions = Collections.unmodifiableList(functions);
    this.frameTypes = Collections.unmodifiableList(frameTypes);
    this.attributes = Collections.unmodifiableMap(attributes);
    this.value = value;
  }

  /** Names of the functions, leaf first; {@code [file]} where a location has no line. */
  public List<String> functions() {
    return functions;
  }

  /** The attribute {@code profile.frame.type} of each location, leaf first; empty where absent. */
  public List<String> frameTypes() {
    return frameTypes;
  }

  public Map<String, String> attributes() {
    return attributes;
  }

  /** Sum of the sample's values, in the unit of its profile's type. */
  public long value() {
    return value;
  }

  /** Whether a function's name ends with that text: {@code CpuSplit.heavy} names one method. */
  public boolean passes(String function) {
    for (String name : functions) {
      if (name.endsWith(function)) {
        return true;
      }
    }
    return false;
  }
}
