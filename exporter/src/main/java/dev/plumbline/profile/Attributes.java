package dev.plumbline.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Attributes with pairwise different keys, in the order of their keys, so that equal sets are equal
 * values. Immutable.
 */
public final class Attributes implements Iterable<Attribute> {
  public static final Attributes EMPTY = new Attributes(new Attribute[0]);

  private final Attribute[] sorted;
  private final int hash;

  private Attributes(Attribute[] sorted) {
    this.sorted = sorted;
    this.hash = Arrays.hashCode(sorted);
  }

  public static Attributes of(Attribute... attributes) {
    return of(Arrays.asList(attributes));
  }

  /** Where a key stands twice, the later one wins. */
  public static Attributes of(Collection<Attribute> attributes) {
    if (attributes.isEmpty()) {
      return EMPTY;
    }
    Map<String, Attribute> byKey = new TreeMap<>();
    for (Attribute attribute : attributes) {
      byKey.put(attribute.key(), attribute);
    }
    return new Attributes(byKey.values().toArray(new Attribute[0]));
  }

  /** These, and over them those of {@code others}. */
  public Attributes with(Attributes others) {
    if (others.isEmpty()) {
      return this;
    }
    List<Attribute> all = new ArrayList<>(Arrays.asList(sorted));
    all.addAll(others.asList());
    return of(all);
  }

  public Attributes with(Attribute attribute) {
    return with(of(attribute));
  }

  public @Nullable Attribute get(String key) {
    for (Attribute attribute : sorted) {
      if (attribute.key().equals(key)) {
        return attribute;
      }
    }
    return null;
  }

  /** The string value of that key; null if it is absent or no string. */
  public @Nullable String string(String key) {
    Attribute attribute = get(key);
    return attribute != null && attribute.value() instanceof String
        ? (String) attribute.value()
        : null;
  }

  public int size() {
    return sorted.length;
  }

  public boolean isEmpty() {
    return sorted.length == 0;
  }

  /** Unmodifiable, in the order of the keys. */
  public List<Attribute> asList() {
    return Collections.unmodifiableList(Arrays.asList(sorted));
  }

  @Override
  public Iterator<Attribute> iterator() {
    return asList().iterator();
  }

  @Override
  public boolean equals(Object other) {
    if (this == other) {
      return true;
    }
    return other instanceof Attributes
        && ((Attributes) other).hash == hash
        && Arrays.equals(((Attributes) other).sorted, sorted);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return Arrays.toString(sorted);
  }
}
