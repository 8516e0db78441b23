package dev.plumbline.pattern;

/** A regular expression takes too many steps on the names that it meets. */
public final class ExpensivePatternException extends RuntimeException {
  private static final long serialVersionUID = 1;

  ExpensivePatternException(String pattern) {
    super("the regular expression \"" + pattern + "\" takes too many steps");
  }
}
