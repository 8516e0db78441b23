package dev.plumbline.sampling;

/** A selection of exporters that means nothing, or names one that is not configured. */
public final class SelectionException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public SelectionException(String message) {
    super(message);
  }
}
