package dev.plumbline.sampling;

/**
 * Annotations that cannot be followed: two attributes of one name, a period that is no number. The
 * export of the data source is refused at start, with one line that says what to write instead.
 */
public final class MappingException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public MappingException(String message) {
    super(message);
  }
}
