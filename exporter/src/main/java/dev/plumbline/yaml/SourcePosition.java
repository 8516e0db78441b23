package dev.plumbline.yaml;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * Where a person finds what a message is about: a place in a file, or the name of a variable or
 * flag. Immutable.
 */
public final class SourcePosition {
  private final String source;
  private final int line;
  private final int column;

  private SourcePosition(String source, int line, int column) {
    this.source = requireNonNull(source, "source");
    this.line = line;
    this.column = column;
  }

  /**
   * @param line from 1
   * @param column from 1, in code points
   */
  public static SourcePosition of(String file, int line, int column) {
    return new SourcePosition(file, line, column);
  }

  /** A whole file, variable or flag. */
  public static SourcePosition of(String source) {
    return new SourcePosition(source, 0, 0);
  }

  /** The file, variable or flag, as the user named it. */
  public String source() {
    return source;
  }

  /** From 1; 0 if the source has no lines. */
  public int line() {
    return line;
  }

  /** From 1, in code points; 0 if the source has no lines. */
  public int column() {
    return column;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SourcePosition
        && ((SourcePosition) other).source.equals(source)
        && ((SourcePosition) other).line == line
        && ((SourcePosition) other).column == column;
  }

  @Override
  public int hashCode() {
    return 31 * (31 * source.hashCode() + line) + column;
  }

  /** {@code file:line:column}, the form that editors follow. */
  @Override
  public String toString() {
    return line == 0 ? source : source + ":" + line + ":" + column;
  }
}
