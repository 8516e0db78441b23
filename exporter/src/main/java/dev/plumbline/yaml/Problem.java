package dev.plumbline.yaml;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * One thing that is wrong, and where. Its text never holds a secret and is one line, whatever the
 * file holds: control characters stand as escapes, and what is over {@link #MAX_MESSAGE_LENGTH} is
 * cut. Immutable.
 */
public final class Problem {
  public static final int MAX_MESSAGE_LENGTH = 1_024;

  private final SourcePosition position;
  private final String message;

  private Problem(SourcePosition position, String message) {
    this.position = requireNonNull(position, "position");
    this.message = requireNonNull(message, "message");
  }

  public static Problem of(SourcePosition position, String message) {
    return new Problem(position, oneLine(message));
  }

  private static String oneLine(String message) {
    StringBuilder line = new StringBuilder(message.length());
    for (int i = 0; i < message.length(); i++) {
      if (line.length() >= MAX_MESSAGE_LENGTH) {
        return line.append("...").toString();
      }
      char c = message.charAt(i);
      if (Character.isISOControl(c) || c == '\u2028' || c == '\u2029') {
        line.append(String.format("\\u%04X", (int) c));
      } else {
        line.append(c);
      }
    }
    return line.toString();
  }

  public SourcePosition position() {
    return position;
  }

  /** One line, without the position. */
  public String message() {
    return message;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Problem
        && ((Problem) other).position.equals(position)
        && ((Problem) other).message.equals(message);
  }

  @Override
  public int hashCode() {
    return 31 * position.hashCode() + message.hashCode();
  }

  /** {@code file:line:column: message}. */
  @Override
  public String toString() {
    return position + ": " + message;
  }
}
