package dev.plumbline.otlp;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/**
 * Which attributes of resources and scopes are sent: those that an include pattern names (all, if
 * there is none) and no exclude pattern does. A pattern is a key, or the beginning of keys followed
 * by {@code *}. {@code service.name} always passes. Immutable.
 */
public final class AttributeFilter {
  /** Lets everything through. */
  public static final AttributeFilter ALL =
      new AttributeFilter(Collections.emptyList(), Collections.emptyList());

  private final List<String> included;
  private final List<String> excluded;

  private AttributeFilter(Collection<String> included, Collection<String> excluded) {
    this.included = new ArrayList<>(included);
    this.excluded = new ArrayList<>(excluded);
  }

  public static AttributeFilter of(Collection<String> included, Collection<String> excluded) {
    return new AttributeFilter(included, excluded);
  }

  /** Whether an attribute with that key is sent. */
  public boolean accepts(String key) {
    return (included.isEmpty() || anyMatches(included, key)) && !anyMatches(excluded, key);
  }

  private static boolean anyMatches(List<String> patterns, String key) {
    for (String pattern : patterns) {
      boolean matches =
          pattern.endsWith("*")
              ? key.startsWith(pattern.substring(0, pattern.length() - 1))
              : key.equals(pattern);
      if (matches) {
        return true;
      }
    }
    return false;
  }

  @Override
  public String toString() {
    return "AttributeFilter[include " + included + ", exclude " + excluded + "]";
  }
}
