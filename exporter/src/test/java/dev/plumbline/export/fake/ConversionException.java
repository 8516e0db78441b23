package dev.plumbline.export.fake;

/** What a receiver refuses, in its words. */
final class ConversionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ConversionException(String message) {
    super(message);
  }
}
