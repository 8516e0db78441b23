package dev.plumbline.store;

/** The store cannot be opened: its directory cannot be used, or another process uses it. */
public final class StoreException extends Exception {
  private static final long serialVersionUID = 1;

  public StoreException(String message) {
    super(message);
  }

  public StoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
