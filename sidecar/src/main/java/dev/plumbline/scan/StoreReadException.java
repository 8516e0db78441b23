package dev.plumbline.scan;

/** The store cannot be read just now; it may be in a moment. */
public final class StoreReadException extends RuntimeException {
  private static final long serialVersionUID = 1;

  StoreReadException(String message, Throwable cause) {
    super(message, cause);
  }
}
