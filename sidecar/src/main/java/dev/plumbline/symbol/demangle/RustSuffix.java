package dev.plumbline.symbol.demangle;

/** What the back end hangs behind a Rust symbol. Pure functions. */
final class RustSuffix {
  private static final String PROMOTED = ".llvm.";

  private RustSuffix() {}

  /** The symbol without the mark of a link-time optimizer, which says nothing about the code. */
  static String withoutPromotion(String symbol) {
    int at = symbol.indexOf(PROMOTED);
    if (at < 0) {
      return symbol;
    }
    for (int i = at + PROMOTED.length(); i < symbol.length(); i++) {
      char c = symbol.charAt(i);
      if (!MangledText.isDigit(c) && (c < 'A' || c > 'F') && c != '@') {
        return symbol;
      }
    }
    return symbol.substring(0, at);
  }

  /** Whether the rest of a symbol is empty or words with a period before them, such as .cold. */
  static boolean isSuffix(String rest) {
    if (!rest.isEmpty() && rest.charAt(0) != '.') {
      return false;
    }
    for (int i = 0; i < rest.length(); i++) {
      char c = rest.charAt(i);
      if (c <= ' ' || c >= 127) {
        return false;
      }
    }
    return true;
  }
}
