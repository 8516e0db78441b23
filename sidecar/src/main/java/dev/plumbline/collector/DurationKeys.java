package dev.plumbline.collector;

import dev.plumbline.config.DurationText;
import dev.plumbline.config.Section;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Durations by the Collector's rules, with its words. Stateless. */
final class DurationKeys {
  private static final String POSITIVE = "requires positive value";
  private static final Duration MOST = Duration.ofDays(366);

  private DurationKeys() {}

  /** Above zero. */
  static Duration positive(Section section, String key, Duration defaultValue) {
    Duration value = read(section, key);
    if (value != null && (value.isNegative() || value.isZero())) {
      section.problem(key, POSITIVE);
      return defaultValue;
    }
    return Objects.requireNonNullElse(value, defaultValue);
  }

  /** Zero and above; zero means none. */
  static Duration notNegative(Section section, String key, Duration defaultValue) {
    Duration value = read(section, key);
    if (value != null && value.isNegative()) {
      section.problem(key, POSITIVE);
      return defaultValue;
    }
    return Objects.requireNonNullElse(value, defaultValue);
  }

  /** Any; what is below zero is zero. */
  static Duration orZero(Section section, String key, Duration defaultValue) {
    Duration value = read(section, key);
    return value != null && value.isNegative()
        ? Duration.ZERO
        : Objects.requireNonNullElse(value, defaultValue);
  }

  /** Null if it is not written, or no duration, which has been said. */
  static @Nullable Duration read(Section section, String key) {
    String text = section.text(key);
    if (text == null) {
      return null;
    }
    try {
      Duration value = DurationText.parse(text.startsWith("-") ? text.substring(1) : text);
      if (value.compareTo(MOST) > 0) {
        section.problem(key, "expected at most " + DurationText.format(MOST));
        return null;
      }
      return text.startsWith("-") ? value.negated() : value;
    } catch (IllegalArgumentException e) {
      section.problem(key, String.valueOf(e.getMessage()));
      return null;
    }
  }
}
