package dev.plumbline.export.settings;

import dev.plumbline.otlp.OtlpLevel;
import org.jspecify.annotations.Nullable;

/** The key {@code otlp-level} of the configuration: a level, or asking the receiver (design §5). */
public enum LevelChoice {
  AUTO("auto", null),
  V1_8("1.8", OtlpLevel.V1_8),
  V1_9("1.9", OtlpLevel.V1_9),
  V1_10("1.10", OtlpLevel.V1_10);

  private final String text;
  private final @Nullable OtlpLevel level;

  LevelChoice(String text, @Nullable OtlpLevel level) {
    this.text = text;
    this.level = level;
  }

  /** As users write it; {@code 1.10} is a text and no number. */
  public String text() {
    return text;
  }

  /** Null for {@link #AUTO}. */
  public @Nullable OtlpLevel level() {
    return level;
  }

  @Override
  public String toString() {
    return text;
  }
}
