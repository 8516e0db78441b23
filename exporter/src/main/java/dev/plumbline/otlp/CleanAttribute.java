package dev.plumbline.otlp;

import dev.plumbline.profile.Attribute;
import dev.plumbline.wire.WireText;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * One attribute within a receiver's limits: key and text well formed and cut, no empty value, and
 * the kind that was asked for (§8, items 12 and 13, of the OTLP study). Stateless.
 */
final class CleanAttribute {
  /** Longest list; comments of a pprof are the only lists that occur. */
  static final int MAX_LIST_SIZE = 128;

  private static final String PPROF_PREFIX = "pprof.";

  private CleanAttribute() {}

  /** That attribute within the limits, the same instance if it is; null if its value is empty. */
  static @Nullable Attribute of(Attribute attribute, AttributeKinds kinds) {
    String key = WireText.wellFormed(attribute.key(), WireText.MAX_KEY_BYTES);
    Object value = attribute.value();
    boolean asText = kinds == AttributeKinds.TEXT_AND_INTEGERS && !key.startsWith(PPROF_PREFIX);
    if (value instanceof String) {
      return ofText(attribute, key, (String) value);
    }
    if (value instanceof List<?>) {
      return ofList(key, (List<?>) value, asText);
    }
    if (asText && !(value instanceof Long)) {
      return Attribute.of(key, value.toString());
    }
    return key.equals(attribute.key()) ? attribute : attribute.withKey(key);
  }

  private static @Nullable Attribute ofText(Attribute attribute, String key, String value) {
    if (value.isEmpty()) {
      return null;
    }
    String text = WireText.wellFormed(value, WireText.MAX_VALUE_BYTES);
    boolean unchanged = text.equals(value) && key.equals(attribute.key());
    return unchanged ? attribute : Attribute.of(key, text);
  }

  private static @Nullable Attribute ofList(String key, List<?> list, boolean asText) {
    if (list.isEmpty()) {
      return null;
    }
    List<?> elements = list.subList(0, Math.min(list.size(), MAX_LIST_SIZE));
    if (elements.get(0) instanceof Long) {
      List<Long> numbers = new ArrayList<>();
      elements.forEach(element -> numbers.add((Long) element));
      return asText ? joined(key, numbers) : Attribute.ofLongs(key, numbers);
    }
    List<String> texts = new ArrayList<>();
    for (Object element : elements) {
      texts.add(WireText.wellFormed(element.toString(), WireText.MAX_VALUE_BYTES));
    }
    return asText ? joined(key, texts) : Attribute.ofStrings(key, texts);
  }

  private static @Nullable Attribute joined(String key, List<?> elements) {
    StringJoiner joined = new StringJoiner(", ");
    elements.forEach(element -> joined.add(element.toString()));
    String text = joined.toString();
    return text.isEmpty()
        ? null
        : Attribute.of(key, WireText.wellFormed(text, WireText.MAX_VALUE_BYTES));
  }
}
