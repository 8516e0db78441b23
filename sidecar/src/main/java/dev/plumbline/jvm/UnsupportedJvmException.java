package dev.plumbline.jvm;

import java.io.IOException;

/**
 * This JVM's frames cannot be read, now or later: it is no HotSpot, or one whose layout we do not
 * know. The message names what is missing.
 */
public final class UnsupportedJvmException extends IOException {
  private static final long serialVersionUID = 1L;

  UnsupportedJvmException(String message) {
    super(message);
  }

  static UnsupportedJvmException missing(String name) {
    return new UnsupportedJvmException("unsupported layout: libjvm does not describe " + name);
  }
}
