package dev.plumbline.symbol.demangle;

/** Paths of Rust v0 names, written without hashes. Confined to one call. */
final class V0Paths {
  private final V0Parser parser;

  V0Paths(V0Parser parser) {
    this.parser = parser;
  }

  /**
   * A path.
   *
   * @param turbofish what opens generic arguments: {@code ::<} for values, {@code <} for types
   */
  void path(String turbofish) throws DemanglingException {
    parser.nested(() -> pathHere(turbofish));
  }

  private void pathHere(String turbofish) throws DemanglingException {
    char tag = parser.in.peek();
    if (tag == 'B') {
      parser.backReference(() -> path(turbofish));
      return;
    }
    parser.in.next();
    switch (tag) {
      case 'C' -> {
        parser.tagged('s');
        parser.write(parser.identifier());
      }
      case 'N' -> named(turbofish);
      case 'M', 'X' -> {
        parser.tagged('s');
        parser.silently(() -> path("<"));
        implementation(tag == 'X');
      }
      case 'Y' -> implementation(true);
      case 'I' -> {
        path(turbofish);
        parser.write(turbofish);
        parser.list(", ", this::genericArgument);
        parser.write(">");
      }
      default -> throw new DemanglingException();
    }
  }

  private void named(String turbofish) throws DemanglingException {
    char namespace = parser.in.next();
    if (!Character.isLetter(namespace)) {
      throw new DemanglingException();
    }
    path(turbofish);
    long disambiguator = parser.tagged('s');
    String name = parser.identifier();
    if (Character.isLowerCase(namespace)) {
      parser.write(name.isEmpty() ? "" : "::" + name);
      return;
    }
    String kind =
        switch (namespace) {
          case 'C' -> "closure";
          case 'S' -> "shim";
          default -> String.valueOf(namespace);
        };
    String suffix = name.isEmpty() ? "" : ":" + name;
    parser.write("::{" + kind + suffix + "#" + disambiguator + "}");
  }

  private void implementation(boolean isOfTrait) throws DemanglingException {
    parser.write("<");
    parser.types.type();
    if (isOfTrait) {
      parser.write(" as ");
      path("<");
    }
    parser.write(">");
  }

  void genericArgument() throws DemanglingException {
    if (parser.in.take('L')) {
      parser.types.lifetime(parser.base62());
    } else if (parser.in.take('K')) {
      parser.constants.constant(false);
    } else {
      parser.types.type();
    }
  }

  /** A trait's path whose list of arguments stays open for associated types; says if it is. */
  boolean openPath() throws DemanglingException {
    if (parser.in.peek() == 'B') {
      boolean[] isOpen = new boolean[1];
      parser.backReference(() -> isOpen[0] = openPath());
      return isOpen[0];
    }
    if (!parser.in.take('I')) {
      path("<");
      return false;
    }
    path("<");
    parser.write("<");
    parser.list(", ", this::genericArgument);
    return true;
  }
}
