package dev.plumbline.symbol.demangle;

import org.jspecify.annotations.Nullable;

/**
 * The older names of Rust, which look like C++: a nested name whose last part is {@code h} and a
 * hash of 16 hexadecimal digits. The hash is what tells them from C++, and is not shown. Pure
 * functions.
 */
final class RustLegacyName {
  private static final int HASH_DIGITS = 16;

  /** A real hash is random; a C++ name of this form would hardly be. */
  private static final int MIN_DISTINCT_DIGITS = 5;

  private static final String[][] ESCAPES = {
    {"SP", "@"}, {"BP", "*"}, {"RF", "&"}, {"LT", "<"},
    {"GT", ">"}, {"LP", "("}, {"RP", ")"}, {"C", ","}
  };

  private RustLegacyName() {}

  /** The readable name, or null where the text is none. */
  static @Nullable String demangle(String symbol) {
    if (!symbol.startsWith("_ZN")) {
      return null;
    }
    String text = RustSuffix.withoutPromotion(symbol);
    try {
      MangledText in = new MangledText(text, 3);
      NameWriter out = new NameWriter();
      String part = in.take(in.number());
      while (in.peek() != 'E') {
        writePart(part, out);
        part = in.take(in.number());
        if (in.peek() != 'E') {
          out.add("::");
        }
      }
      String rest = text.substring(in.position() + 1);
      if (out.length() == 0 || !isHash(part) || !RustSuffix.isSuffix(rest)) {
        return null;
      }
      return out.add(rest).toString();
    } catch (DemanglingException ignored) { // no such name: perhaps another scheme's
      return null;
    }
  }

  private static boolean isHash(String part) {
    if (part.length() != HASH_DIGITS + 1 || part.charAt(0) != 'h') {
      return false;
    }
    int seen = 0;
    for (int i = 1; i <= HASH_DIGITS; i++) {
      char c = part.charAt(i);
      if (!MangledText.isDigit(c) && (c < 'a' || c > 'f')) {
        return false;
      }
      seen |= 1 << Character.digit(c, 16);
    }
    return Integer.bitCount(seen) >= MIN_DISTINCT_DIGITS;
  }

  private static void writePart(String part, NameWriter out) throws DemanglingException {
    int at = part.startsWith("_$") ? 1 : 0;
    while (at < part.length()) {
      char c = part.charAt(at);
      if (part.startsWith("..", at)) {
        out.add("::");
        at += 2;
      } else if (c == '$') {
        int end = part.indexOf('$', at + 1);
        String escape = end < 0 ? null : escape(part.substring(at + 1, end));
        if (escape == null) {
          out.add(part.substring(at));
          return;
        }
        out.add(escape);
        at = end + 1;
      } else {
        out.add(c);
        at++;
      }
    }
  }

  private static @Nullable String escape(String code) {
    for (String[] escape : ESCAPES) {
      if (escape[0].equals(code)) {
        return escape[1];
      }
    }
    if (code.length() < 2 || code.length() > 7 || code.charAt(0) != 'u') {
      return null;
    }
    int point = 0;
    for (int i = 1; i < code.length(); i++) {
      int digit = Character.digit(code.charAt(i), 16);
      if (digit < 0) {
        return null;
      }
      point = (point << 4) | digit;
    }
    boolean isShown = Character.isValidCodePoint(point) && !Character.isISOControl(point);
    return isShown ? Character.toString(point) : null;
  }
}
