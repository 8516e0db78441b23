package dev.plumbline.descriptor;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Finds the value in effect of each parameter of a gadget. Immutable. */
final class ParameterValues {
  private final GadgetDescriptor gadget;
  private final Map<String, String> defaults;

  /**
   * @param defaults {@code paramDefaults}: by key, or by a qualified name that ends in the key
   */
  ParameterValues(GadgetDescriptor gadget, Map<String, String> defaults) {
    this.gadget = gadget;
    this.defaults = defaults;
  }

  Map<String, String> of(Map<String, String> given) {
    Map<String, String> values = new LinkedHashMap<>();
    for (GadgetParameter parameter : gadget.parameters()) {
      values.put(parameter.key(), defaultValue(parameter));
    }
    for (Map.Entry<String, String> entry : given.entrySet()) {
      GadgetParameter parameter = gadget.parameter(entry.getKey());
      if (parameter == null) {
        throw new IllegalArgumentException(
            "gadget \""
                + gadget.name()
                + "\" has no parameter \""
                + entry.getKey()
                + "\", expected one of "
                + values.keySet());
      }
      checkAllowed(parameter, entry.getValue());
      values.put(parameter.key(), entry.getValue());
    }
    return values;
  }

  private void checkAllowed(GadgetParameter parameter, String value) {
    if (!parameter.allowedValues().isEmpty() && !parameter.allowedValues().contains(value)) {
      throw new IllegalArgumentException(
          "parameter \""
              + parameter.key()
              + "\" of gadget \""
              + gadget.name()
              + "\" is \""
              + value
              + "\", expected one of "
              + parameter.allowedValues());
    }
  }

  private String defaultValue(GadgetParameter parameter) {
    String key = parameter.key().toLowerCase(Locale.ROOT);
    for (Map.Entry<String, String> entry : defaults.entrySet()) {
      String qualified = entry.getKey().toLowerCase(Locale.ROOT);
      if (qualified.equals(key) || qualified.endsWith("." + key)) {
        return entry.getValue();
      }
    }
    return parameter.defaultValue();
  }
}
