package dev.plumbline.serve.machine;

/** The daemon cannot do what was configured; the message is one line for the user. */
public final class ServeException extends Exception {
  private static final long serialVersionUID = 1L;

  public ServeException(String message) {
    super(message);
  }

  public ServeException(String message, Throwable cause) {
    super(message, cause);
  }
}
