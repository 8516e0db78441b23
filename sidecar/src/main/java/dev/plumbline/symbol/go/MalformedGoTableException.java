package dev.plumbline.symbol.go;

import java.io.IOException;

/** A Go program whose line table we cannot use; the message says which field and why. */
public final class MalformedGoTableException extends IOException {
  private static final long serialVersionUID = 1L;

  MalformedGoTableException(String message) {
    super(message);
  }
}
