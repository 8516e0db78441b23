package dev.plumbline.symbol.demangle;

import org.jspecify.annotations.Nullable;

/**
 * C++ names of the Itanium ABI, written as {@code c++filt} writes them. Suffixes of clones ({@code
 * .cold}, {@code .isra.0}) follow as {@code [clone .cold]}. Pure functions.
 */
final class CppName {
  private CppName() {}

  /** The readable name, or null where the text is none. */
  static @Nullable String demangle(String mangled) {
    if (!mangled.startsWith("_Z")) {
      return null;
    }
    try {
      MangledText in = new MangledText(mangled, 2);
      Node encoding = new ItaniumParser(in).names.encoding();
      NameWriter out = new NameWriter();
      out.print(encoding);
      while (!in.isAtEnd()) {
        clone(in, out);
      }
      return out.toString();
    } catch (DemanglingException ignored) { // the mangled text is what the caller shows then
      return null;
    }
  }

  private static void clone(MangledText in, NameWriter out) throws DemanglingException {
    in.expect('.');
    out.add(" [clone .");
    int start = in.position();
    while (Character.isLetter(in.peek()) || in.peek() == '_' || in.isDigit()) {
      out.add(in.next());
    }
    if (in.position() == start) {
      throw new DemanglingException();
    }
    while (in.peek() == '.' && MangledText.isDigit(in.peek(1))) {
      out.add(in.next());
      while (in.isDigit()) {
        out.add(in.next());
      }
    }
    out.add(']');
  }
}
