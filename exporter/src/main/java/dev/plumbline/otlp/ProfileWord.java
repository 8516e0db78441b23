package dev.plumbline.otlp;

import java.util.Locale;

/**
 * Sample and period type names as every receiver takes them: {@code [a-z][a-z0-9_]*} (§8, item 19,
 * of the OTLP study). Names come from descriptors and from other profilers; one with a dash makes
 * Pyroscope refuse the profile. Stateless.
 */
final class ProfileWord {
  private static final String PREFIX = "t_";

  private ProfileWord() {}

  /** That name in lower case, other characters replaced by {@code _}; mostly the same instance. */
  static String of(String name) {
    if (isPlain(name)) {
      return name;
    }
    StringBuilder word = new StringBuilder(name.length());
    for (char c : name.toLowerCase(Locale.ROOT).toCharArray()) {
      word.append(isLetter(c) || isDigitOrUnderscore(c) ? c : '_');
    }
    return isLetter(word.charAt(0)) ? word.toString() : PREFIX + word;
  }

  private static boolean isPlain(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (!isLetter(c) && (i == 0 || !isDigitOrUnderscore(c))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isLetter(char c) {
    return c >= 'a' && c <= 'z';
  }

  private static boolean isDigitOrUnderscore(char c) {
    return c == '_' || (c >= '0' && c <= '9');
  }
}
