package dev.plumbline.selection;

import java.util.HashSet;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * A comma list of values, of which those behind {@code !} exclude. A value matches if it is in the
 * list, or if the list only excludes and does not exclude it. Immutable.
 */
final class ValueList {
  static final ValueList ANY = new ValueList("", UnaryOperator.identity());

  private static final int SHORT_DIGEST = 12;

  private final Set<String> included = new HashSet<>();
  private final Set<String> excluded = new HashSet<>();
  private final UnaryOperator<String> form;

  private ValueList(String text, UnaryOperator<String> form) {
    this.form = form;
    for (String part : text.split(",", -1)) {
      String value = part.strip();
      if (value.startsWith("!")) {
        add(excluded, value.substring(1), text);
      } else if (!value.isEmpty()) {
        add(included, value, text);
      }
    }
  }

  private void add(Set<String> values, String value, String text) {
    String formed = form.apply(value.strip());
    if (formed.isEmpty()) {
      throw new IllegalArgumentException("\"" + text + "\" has an empty value behind \"!\"");
    }
    values.add(formed);
  }

  static ValueList of(String text) {
    return new ValueList(text, UnaryOperator.identity());
  }

  /** Of image digests or ids, compared by their first 12 digits as in ig. */
  static ValueList ofDigests(String text) {
    return new ValueList(text, ValueList::shortDigest);
  }

  private static String shortDigest(String digest) {
    String digits = digest.substring(digest.indexOf(':') + 1);
    return digits.substring(0, Math.min(SHORT_DIGEST, digits.length()));
  }

  boolean isAny() {
    return included.isEmpty() && excluded.isEmpty();
  }

  boolean matches(String value) {
    if (isAny()) {
      return true;
    }
    String formed = form.apply(value);
    return !excluded.contains(formed) && (included.isEmpty() || included.contains(formed));
  }
}
