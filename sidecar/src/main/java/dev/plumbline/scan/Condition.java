package dev.plumbline.scan;

import static java.util.Objects.requireNonNull;

import dev.plumbline.pattern.BadPatternException;
import dev.plumbline.pattern.BoundedPattern;
import dev.plumbline.profile.Attribute;
import dev.plumbline.profile.Attributes;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What one attribute must be. An absent attribute has the empty text as value. Immutable. */
public final class Condition {
  /** How value and attribute are compared. */
  public enum Operator {
    IS("="),
    IS_NOT("!="),
    MATCHES("=~"),
    DOES_NOT_MATCH("!~");

    private final String sign;

    Operator(String sign) {
      this.sign = sign;
    }

    /** As it stands in a filter. */
    public String sign() {
      return sign;
    }
  }

  private final String key;
  private final Operator operator;
  private final String value;
  private final @Nullable BoundedPattern pattern;

  private Condition(String key, Operator operator, String value, @Nullable BoundedPattern pattern) {
    this.key = requireNonNull(key, "key");
    this.operator = requireNonNull(operator, "operator");
    this.value = requireNonNull(value, "value");
    this.pattern = pattern;
  }

  /**
   * @throws BadPatternException if the value is to be a regular expression and is none
   */
  public static Condition of(String key, Operator operator, String value)
      throws BadPatternException {
    boolean matches = operator == Operator.MATCHES || operator == Operator.DOES_NOT_MATCH;
    return new Condition(
        key, operator, value, matches ? BoundedPattern.caseSensitive(value) : null);
  }

  public String key() {
    return key;
  }

  /** Whether a value of the attribute fulfils this. */
  boolean holds(String actual) {
    return switch (operator) {
      case IS -> actual.equals(value);
      case IS_NOT -> !actual.equals(value);
      case MATCHES -> matches(actual);
      case DOES_NOT_MATCH -> !matches(actual);
    };
  }

  private boolean matches(String actual) {
    return pattern != null && pattern.matches(actual);
  }

  /** The text by which an attribute's value is compared and shown; null if it is absent. */
  public static @Nullable String textOf(Attributes attributes, String key) {
    Attribute attribute = attributes.get(key);
    return attribute == null ? null : text(attribute.value());
  }

  public static String text(Object value) {
    return value instanceof List<?> list
        ? list.stream().map(String::valueOf).collect(Collectors.joining(","))
        : value.toString();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Condition that
        && key.equals(that.key)
        && operator == that.operator
        && value.equals(that.value);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * key.hashCode() + operator.hashCode()) + value.hashCode();
  }

  @Override
  public String toString() {
    return key + operator.sign() + value;
  }
}
