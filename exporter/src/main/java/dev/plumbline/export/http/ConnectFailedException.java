package dev.plumbline.export.http;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The receiver has not seen anything of us: it could not be reached or TLS failed. */
final class ConnectFailedException extends IOException {
  private static final long serialVersionUID = 1L;

  ConnectFailedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
