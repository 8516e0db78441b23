package dev.plumbline.fetch;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/** No answer, or none that may be taken; the message is one line without secrets. */
public final class FetchException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Kind kind;

  public FetchException(Kind kind, String message) {
    this(kind, message, null);
  }

  public FetchException(Kind kind, String message, @Nullable Throwable cause) {
    super(requireNonNull(message, "message"), cause);
    this.kind = requireNonNull(kind, "kind");
  }

  public Kind kind() {
    return kind;
  }

  /** What went wrong. */
  public enum Kind {
    /** Not reached, or broken off. */
    CONNECTION,
    TIMEOUT,
    /** More bytes than may be taken, as they come or inflated. */
    TOO_LARGE,
    /** A body whose encoding cannot be undone, or a redirect that leads nowhere. */
    MALFORMED,
    /** Our own credentials could not be had. */
    CREDENTIALS
  }
}
