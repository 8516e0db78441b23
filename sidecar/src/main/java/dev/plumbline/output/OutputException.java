package dev.plumbline.output;

/** An output that was asked for and cannot be given; the message is for the user. */
public final class OutputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public OutputException(String message) {
    super(message);
  }
}
