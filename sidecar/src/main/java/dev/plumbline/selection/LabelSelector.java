package dev.plumbline.selection;

import java.util.HashMap;
import java.util.Map;

/**
 * {@code key=value} pairs that a pod's labels must have, and {@code key=!value} or {@code
 * key!=value} pairs that they must not. Immutable.
 */
final class LabelSelector {
  static final LabelSelector ANY = new LabelSelector("");

  private final Map<String, String> required = new HashMap<>();
  private final Map<String, String> excluded = new HashMap<>();

  private LabelSelector(String text) {
    for (String part : text.split(",", -1)) {
      String pair = part.strip();
      if (!pair.isEmpty()) {
        add(pair);
      }
    }
  }

  static LabelSelector of(String text) {
    return new LabelSelector(text);
  }

  private void add(String pair) {
    int equals = pair.indexOf('=');
    boolean negated = equals > 0 && pair.charAt(equals - 1) == '!';
    String key = equals < 0 ? "" : pair.substring(0, negated ? equals - 1 : equals).strip();
    String value = equals < 0 ? "" : pair.substring(equals + 1).strip();
    if (key.isEmpty()) {
      throw new IllegalArgumentException(
          "label selector \"" + pair + "\", expected key=value, key=!value or key!=value");
    }
    if (negated || value.startsWith("!")) {
      excluded.put(key, negated ? value : value.substring(1));
    } else {
      required.put(key, value);
    }
  }

  boolean isAny() {
    return required.isEmpty() && excluded.isEmpty();
  }

  boolean matches(Map<String, String> labels) {
    for (Map.Entry<String, String> pair : required.entrySet()) {
      if (!pair.getValue().equals(labels.get(pair.getKey()))) {
        return false;
      }
    }
    for (Map.Entry<String, String> pair : excluded.entrySet()) {
      if (pair.getValue().equals(labels.get(pair.getKey()))) {
        return false;
      }
    }
    return true;
  }
}
