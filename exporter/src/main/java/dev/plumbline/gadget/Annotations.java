package dev.plumbline.gadget;

import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Keys and values that give a data source or a field its meaning. Keys are compared in lower case,
 * as in ig. Immutable.
 */
public final class Annotations {
  public static final Annotations EMPTY = new Annotations(Collections.emptyMap());

  private final Map<String, String> values;

  private Annotations(Map<String, String> values) {
    this.values = values;
  }

  public static Annotations of(Map<String, String> values) {
    if (values.isEmpty()) {
      return EMPTY;
    }
    Map<String, String> lowerCase = new TreeMap<>();
    values.forEach((key, value) -> lowerCase.put(key.toLowerCase(Locale.ROOT), value));
    return new Annotations(Collections.unmodifiableMap(lowerCase));
  }

  /** Null if the key is absent. */
  public @Nullable String get(String key) {
    return values.get(key.toLowerCase(Locale.ROOT));
  }

  /** The value of the key, or the default if it is absent. */
  public String getOrDefault(String key, String defaultValue) {
    String value = get(key);
    return value == null ? defaultValue : value;
  }

  /** These, and over them those of {@code others}. */
  public Annotations with(Annotations others) {
    if (others.values.isEmpty()) {
      return this;
    }
    Map<String, String> merged = new TreeMap<>(values);
    merged.putAll(others.values);
    return new Annotations(Collections.unmodifiableMap(merged));
  }

  /** Unmodifiable, keys in lower case and in order. */
  public Map<String, String> asMap() {
    return values;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Annotations && ((Annotations) other).values.equals(values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  @Override
  public String toString() {
    return values.toString();
  }
}
