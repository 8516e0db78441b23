package dev.plumbline.profile;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * One key, its value and, for numbers, a unit. A value is a String, a Long, a Double, a Boolean or
 * an unmodifiable list of these (the list is what {@code pprof.profile.comment} needs). Immutable.
 */
public final class Attribute {
  private final String key;
  private final Object value;
  private final String unit;

  private Attribute(String key, Object value, String unit) {
    this.key = requireNonNull(key, "key");
    this.value = value;
    this.unit = requireNonNull(unit, "unit");
    if (key.isEmpty()) {
      throw new IllegalArgumentException("an attribute's key is never empty");
    }
  }

  public static Attribute of(String key, String value) {
    return new Attribute(key, requireNonNull(value, "value"), "");
  }

  public static Attribute of(String key, long value) {
    return new Attribute(key, value, "");
  }

  /**
   * @param unit a word such as {@code bytes} or {@code nanoseconds}; empty for none
   */
  public static Attribute of(String key, long value, String unit) {
    return new Attribute(key, value, unit);
  }

  public static Attribute of(String key, double value) {
    return new Attribute(key, value, "");
  }

  public static Attribute of(String key, boolean value) {
    return new Attribute(key, value, "");
  }

  public static Attribute ofStrings(String key, List<String> values) {
    return new Attribute(key, Collections.unmodifiableList(new ArrayList<>(values)), "");
  }

  public static Attribute ofLongs(String key, List<Long> values) {
    return new Attribute(key, Collections.unmodifiableList(new ArrayList<>(values)), "");
  }

  public String key() {
    return key;
  }

  /** A String, Long, Double, Boolean or an unmodifiable List of String or Long. */
  public Object value() {
    return value;
  }

  /** Empty for none. */
  public String unit() {
    return unit;
  }

  /** The same value under another key. */
  public Attribute withKey(String newKey) {
    return new Attribute(newKey, value, unit);
  }

  @Override
  public boolean equals(Object other) {
    if (this == other) {
      return true;
    }
    if (!(other instanceof Attribute)) {
      return false;
    }
    Attribute that = (Attribute) other;
    return key.equals(that.key) && value.equals(that.value) && unit.equals(that.unit);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * key.hashCode() + value.hashCode()) + unit.hashCode();
  }

  @Override
  public String toString() {
    return key + "=" + value + unit;
  }
}
