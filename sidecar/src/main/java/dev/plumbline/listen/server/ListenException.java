package dev.plumbline.listen.server;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A listener that could not be opened. */
public final class ListenException extends IOException {
  private static final long serialVersionUID = 1L;

  private final boolean isTaken;

  ListenException(String message, boolean isTaken, @Nullable Throwable cause) {
    super(message, cause);
    this.isTaken = isTaken;
  }

  /** Whether another process has the port. */
  public boolean isTaken() {
    return isTaken;
  }
}
