package dev.plumbline.otlp.decode;

import dev.plumbline.profile.Attribute;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One entry of the attribute table: key, value and unit, as the sender wrote them. Immutable. */
public final class OtlpAttribute {
  private final String key;
  private final @Nullable Object value;
  private final String unit;

  OtlpAttribute(String key, @Nullable Object value, String unit) {
    this.key = key;
    this.value = value;
    this.unit = unit;
  }

  public String key() {
    return key;
  }

  /**
   * A String, Boolean, Long, Double, an unmodifiable List or Map of these, or bytes as lower-case
   * hexadecimal text; null if the sender left it unset.
   */
  public @Nullable Object value() {
    return value;
  }

  /** Empty for none. */
  public String unit() {
    return unit;
  }

  /** Whether there is both a key and a value. */
  public boolean isSet() {
    return !key.isEmpty() && value != null;
  }

  /** In the model's words; what the model has no kind for becomes text. */
  public Attribute asAttribute() {
    if (value instanceof Long) {
      return Attribute.of(key, (Long) value, unit);
    }
    if (value instanceof Double) {
      return Attribute.of(key, (Double) value);
    }
    if (value instanceof Boolean) {
      return Attribute.of(key, (Boolean) value);
    }
    if (value instanceof List) {
      return list(key, (List<?>) value);
    }
    return Attribute.of(key, String.valueOf(value));
  }

  private static Attribute list(String key, List<?> values) {
    List<Long> numbers = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    for (Object value : values) {
      texts.add(value.toString());
      if (value instanceof Long) {
        numbers.add((Long) value);
      }
    }
    return !numbers.isEmpty() && numbers.size() == values.size()
        ? Attribute.ofLongs(key, numbers)
        : Attribute.ofStrings(key, texts);
  }

  @Override
  public String toString() {
    return key + "=" + value + unit;
  }
}
