package dev.plumbline.jfr.chunk;

import org.jspecify.annotations.Nullable;

/**
 * A chunk that cannot be read. The caller counts it and goes on with the next one: the chunks of a
 * recording do not depend on each other.
 */
public final class JfrException extends Exception {
  private static final long serialVersionUID = 1;

  private final long offset;

  public JfrException(long offset, String problem) {
    this(offset, problem, null);
  }

  public JfrException(long offset, String problem, @Nullable Throwable cause) {
    super("recording is broken at byte " + offset + ": " + problem, cause);
    this.offset = offset;
  }

  /** Byte of the recording at which reading stopped, or where the broken chunk starts. */
  public long offset() {
    return offset;
  }
}
