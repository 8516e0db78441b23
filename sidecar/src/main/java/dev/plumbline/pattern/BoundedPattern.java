package dev.plumbline.pattern;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A regular expression of a user, held to a number of steps: Java's backtracks, and a hostile one
 * would not end within a day. The steps of all its matches count together. Thread-safe but for the
 * count, which may be a little off between threads.
 */
public final class BoundedPattern {
  public static final int MAX_CHARS = 500;
  private static final long MAX_STEPS = 200_000_000;

  private final Pattern pattern;
  private long steps;

  private BoundedPattern(Pattern pattern) {
    this.pattern = pattern;
  }

  public static BoundedPattern caseSensitive(String expression) throws BadPatternException {
    return compile(expression, 0);
  }

  public static BoundedPattern ignoringCase(String expression) throws BadPatternException {
    return compile(expression, Pattern.CASE_INSENSITIVE);
  }

  private static BoundedPattern compile(String expression, int flags) throws BadPatternException {
    if (expression.length() > MAX_CHARS) {
      throw new BadPatternException(
          "the regular expression has "
              + expression.length()
              + " characters, expected at most "
              + MAX_CHARS);
    }
    try {
      return new BoundedPattern(Pattern.compile(expression, flags));
    } catch (PatternSyntaxException e) {
      throw new BadPatternException("no regular expression: " + e.getDescription());
    } catch (StackOverflowError e) {
      throw new BadPatternException("the regular expression is nested too deep");
    }
  }

  /** Whether the whole text matches. */
  public boolean matches(String text) {
    return run(text, true);
  }

  /** Whether it stands anywhere in the text. */
  public boolean isIn(String text) {
    return run(text, false);
  }

  private boolean run(String text, boolean whole) {
    try {
      Counted counted = new Counted(text);
      return whole ? pattern.matcher(counted).matches() : pattern.matcher(counted).find();
    } catch (StackOverflowError e) {
      throw new ExpensivePatternException(pattern.pattern());
    }
  }

  @Override
  public String toString() {
    return pattern.pattern();
  }

  /** A text that counts how often it is looked at. */
  private final class Counted implements CharSequence {
    private final String text;

    Counted(String text) {
      this.text = text;
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public char charAt(int index) {
      if (++steps > MAX_STEPS) {
        throw new ExpensivePatternException(pattern.pattern());
      }
      return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.subSequence(start, end);
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
