package dev.plumbline.jvm;

import java.io.IOException;

/** The JVM has not set up its code cache yet: try again in a moment. */
public final class JvmStartingException extends IOException {
  private static final long serialVersionUID = 1L;

  JvmStartingException(String message) {
    super(message);
  }
}
