package dev.plumbline.config;

import static java.util.Objects.requireNonNull;

import dev.plumbline.yaml.SourcePosition;
import org.jspecify.annotations.Nullable;

/**
 * A section of a configuration file that is not ours and stays unread. It is named once in the log:
 * at INFO, or at WARNING if its name looks like a slip for one of ours. Immutable.
 */
public final class UnusedSection {
  private final String path;
  private final SourcePosition position;
  private final @Nullable String meant;

  private UnusedSection(String path, SourcePosition position, @Nullable String meant) {
    this.path = requireNonNull(path, "path");
    this.position = requireNonNull(position, "position");
    this.meant = meant;
  }

  static UnusedSection of(String path, SourcePosition position, @Nullable String meant) {
    return new UnusedSection(path, position, meant);
  }

  /** From the root, as written, such as {@code operator.oci}. */
  public String path() {
    return path;
  }

  public SourcePosition position() {
    return position;
  }

  /** The section of ours whose name is nearly this one; null if there is none. */
  public @Nullable String meant() {
    return meant;
  }

  /** The log line. */
  @Override
  public String toString() {
    return position
        + ": section "
        + path
        + " is not used"
        + (meant == null ? "" : "; is " + meant + " meant?");
  }
}
