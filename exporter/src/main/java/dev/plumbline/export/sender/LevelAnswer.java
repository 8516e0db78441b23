package dev.plumbline.export.sender;

import static java.util.Objects.requireNonNull;

import dev.plumbline.otlp.OtlpLevel;
import org.jspecify.annotations.Nullable;

/** What asking a receiver for its level brought. Immutable. */
public final class LevelAnswer {
  private final @Nullable OtlpLevel level;
  private final String message;

  private LevelAnswer(@Nullable OtlpLevel level, String message) {
    this.level = level;
    this.message = requireNonNull(message, "message");
  }

  /**
   * @param message why this level, for people
   */
  public static LevelAnswer known(OtlpLevel level, String message) {
    return new LevelAnswer(requireNonNull(level, "level"), message);
  }

  /**
   * The receiver could not be asked: ask again later.
   *
   * @param message why, for people
   */
  public static LevelAnswer unknown(String message) {
    return new LevelAnswer(null, message);
  }

  /** Null if the receiver could not be asked. */
  public @Nullable OtlpLevel level() {
    return level;
  }

  public String message() {
    return message;
  }

  @Override
  public String toString() {
    return (level == null ? "unknown" : level.text()) + " (" + message + ")";
  }
}
