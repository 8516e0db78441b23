package dev.plumbline.symbol.demangle;

import org.jspecify.annotations.Nullable;

/** The newer names of Rust, {@code _R…}, written without hashes. Pure functions. */
final class RustV0Name {
  private RustV0Name() {}

  /** The readable name, or null where the text is none. */
  static @Nullable String demangle(String symbol) {
    boolean isOne = symbol.startsWith("_R") && symbol.length() > 2;
    if (!isOne || !Character.isUpperCase(symbol.charAt(2))) {
      return null;
    }
    String text = RustSuffix.withoutPromotion(symbol);
    try {
      V0Parser parser = new V0Parser(text, 2);
      parser.paths.path("::<");
      if (Character.isUpperCase(parser.in.peek())) { // the crate that made this instance
        parser.silently(() -> parser.paths.path("<"));
      }
      String rest = text.substring(parser.in.position());
      if (!RustSuffix.isSuffix(rest)) {
        return null;
      }
      parser.write(rest);
      return parser.toString();
    } catch (DemanglingException ignored) { // the mangled text is what the caller shows then
      return null;
    }
  }
}
