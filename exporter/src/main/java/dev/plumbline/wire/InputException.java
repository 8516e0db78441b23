package dev.plumbline.wire;

import static java.util.Objects.requireNonNull;

/**
 * Bytes from outside that are not taken, with the reason as a kind and the place as an offset. The
 * message is one line and names no byte of the input beyond numbers and short names.
 */
public final class InputException extends Exception {
  /** What the caller answers with. */
  public enum Kind {
    /** The bytes are not what they should be: 400. */
    MALFORMED,
    /** More bytes, or a higher ratio of inflation, than the limit: 413. */
    TOO_LARGE,
    /** More rows, types or entries than the limit: 422. */
    TOO_MANY,
    /** An encoding or format that is not known: 400, or 415 where the protocol has it. */
    UNSUPPORTED
  }

  private static final long serialVersionUID = 1;

  private final Kind kind;
  private final long offset;

  /**
   * @param offset where in the bytes as they were handed in (after inflation, if there was one); -1
   *     if no place can be named
   */
  public InputException(Kind kind, long offset, String problem) {
    super(offset < 0 ? problem : "at byte " + offset + ": " + problem);
    this.kind = requireNonNull(kind, "kind");
    this.offset = offset;
  }

  public static InputException malformed(long offset, String problem) {
    return new InputException(Kind.MALFORMED, offset, problem);
  }

  public Kind kind() {
    return kind;
  }

  /** -1 if no place can be named. */
  public long offset() {
    return offset;
  }
}
