package dev.plumbline.record;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Operators of {@code --filter}, longest first where one begins like another. */
enum Comparison {
  EQUAL("=="),
  NOT_EQUAL("!="),
  AT_MOST("<="),
  AT_LEAST(">="),
  NOT_MATCHING("!~"),
  MATCHING("~"),
  EQUAL_SHORT("="),
  BELOW("<"),
  ABOVE(">");

  private static final List<Comparison> ALL = List.of(values());

  private final String sign;

  Comparison(String sign) {
    this.sign = sign;
  }

  /** The operator that stands at that index; null if none does. */
  static @Nullable Comparison at(String text, int index) {
    for (Comparison comparison : ALL) {
      if (text.startsWith(comparison.sign, index)) {
        return comparison;
      }
    }
    return null;
  }

  String sign() {
    return sign;
  }

  boolean isEquality() {
    return this == EQUAL || this == EQUAL_SHORT || this == NOT_EQUAL;
  }

  boolean isPattern() {
    return this == MATCHING || this == NOT_MATCHING;
  }

  /**
   * @param order as of a comparator: the field against the value
   */
  boolean holds(int order) {
    return switch (this) {
      case EQUAL, EQUAL_SHORT -> order == 0;
      case NOT_EQUAL -> order != 0;
      case AT_MOST -> order <= 0;
      case AT_LEAST -> order >= 0;
      case BELOW -> order < 0;
      case ABOVE -> order > 0;
      case MATCHING, NOT_MATCHING -> throw new IllegalStateException(sign + " has no order");
    };
  }
}
