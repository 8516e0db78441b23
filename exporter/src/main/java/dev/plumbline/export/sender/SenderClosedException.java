package dev.plumbline.export.sender;

/** The sender has been closed: the caller stops sending and counts what it still holds. */
public final class SenderClosedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public SenderClosedException(String target) {
    super("sender to " + target + " is closed");
  }
}
