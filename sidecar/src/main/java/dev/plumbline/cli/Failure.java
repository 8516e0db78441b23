package dev.plumbline.cli;

/** A command that cannot do what was asked; the message is for the user, one line if it can be. */
final class Failure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Failure(String message) {
    super(message);
  }

  Failure(String message, Throwable cause) {
    super(message, cause);
  }
}
