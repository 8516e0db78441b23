package dev.plumbline.pattern;

/** A text is no regular expression, or too long for one. */
public final class BadPatternException extends Exception {
  private static final long serialVersionUID = 1;

  BadPatternException(String message) {
    super(message);
  }
}
