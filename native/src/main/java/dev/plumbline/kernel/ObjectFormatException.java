package dev.plumbline.kernel;

import java.io.IOException;

/** A BPF object uses something that we do not load; the message names it. */
public final class ObjectFormatException extends IOException {
  private static final long serialVersionUID = 1L;

  ObjectFormatException(String message) {
    super(message);
  }
}
