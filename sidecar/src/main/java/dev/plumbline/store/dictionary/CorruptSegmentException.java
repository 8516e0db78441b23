package dev.plumbline.store.dictionary;

/** A file holds something that we never write: its remaining content is not to be trusted. */
public final class CorruptSegmentException extends Exception {
  private static final long serialVersionUID = 1;

  public CorruptSegmentException(String message) {
    super(message);
  }

  public CorruptSegmentException(String message, Throwable cause) {
    super(message, cause);
  }
}
