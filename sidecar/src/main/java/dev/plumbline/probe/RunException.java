package dev.plumbline.probe;

/** A run that cannot begin or go on as asked; the message is one line for the user. */
public final class RunException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public RunException(String message) {
    super(message);
  }

  public RunException(String message, Throwable cause) {
    super(message, cause);
  }
}
