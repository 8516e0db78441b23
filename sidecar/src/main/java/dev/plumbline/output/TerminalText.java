package dev.plumbline.output;

/**
 * Text as a terminal may have it. Names come from the programs of any user, and what stands in them
 * must not clear the screen of the one who looks, move the cursor, or begin a line. Stateless.
 */
public final class TerminalText {
  private static final char REPLACEMENT = '\ufffd';

  private TerminalText() {}

  /** The same text but for control characters, and for marks that turn the direction of writing. */
  public static String of(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (isControl(text.charAt(i))) {
        return replaced(text);
      }
    }
    return text;
  }

  private static String replaced(String text) {
    StringBuilder plain = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      plain.append(isControl(text.charAt(i)) ? REPLACEMENT : text.charAt(i));
    }
    return plain.toString();
  }

  private static boolean isControl(char c) {
    return Character.isISOControl(c)
        || (c >= '\u202a' && c <= '\u202e')
        || (c >= '\u2066' && c <= '\u2069')
        || c == '\u2028'
        || c == '\u2029';
  }
}
