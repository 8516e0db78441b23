package dev.plumbline.config.exporters;

/** An endpoint cannot be used; the message says why and what to write, and holds no credentials. */
public final class EndpointException extends Exception {
  private static final long serialVersionUID = 1L;

  EndpointException(String message) {
    super(message);
  }
}
