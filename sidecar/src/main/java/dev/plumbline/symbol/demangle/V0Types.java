package dev.plumbline.symbol.demangle;

import org.jspecify.annotations.Nullable;

/** Types of Rust v0 names. Confined to one call. */
final class V0Types {
  /** Most lifetimes that one binder may name; real ones have below ten. */
  private static final int MAX_LIFETIMES = 256;

  private final V0Parser parser;
  private long boundLifetimes;

  V0Types(V0Parser parser) {
    this.parser = parser;
  }

  void type() throws DemanglingException {
    parser.nested(this::typeHere);
  }

  static @Nullable String basic(char code) {
    return switch (code) {
      case 'a' -> "i8";
      case 'b' -> "bool";
      case 'c' -> "char";
      case 'd' -> "f64";
      case 'e' -> "str";
      case 'f' -> "f32";
      case 'h' -> "u8";
      case 'i' -> "isize";
      case 'j' -> "usize";
      case 'l' -> "i32";
      case 'm' -> "u32";
      case 'n' -> "i128";
      case 'o' -> "u128";
      case 'p' -> "_";
      case 's' -> "i16";
      case 't' -> "u16";
      case 'u' -> "()";
      case 'v' -> "...";
      case 'x' -> "i64";
      case 'y' -> "u64";
      case 'z' -> "!";
      default -> null;
    };
  }

  private void typeHere() throws DemanglingException {
    MangledText in = parser.in;
    char tag = in.peek();
    String basic = basic(tag);
    if (basic != null) {
      in.next();
      parser.write(basic);
      return;
    }
    switch (tag) {
      case 'R', 'Q', 'P', 'O' -> {
        in.next();
        pointer(tag);
      }
      case 'A', 'S' -> {
        in.next();
        slice(tag == 'A');
      }
      case 'T' -> {
        in.next();
        parser.write("(");
        int count = parser.list(", ", this::type);
        parser.write(count == 1 ? ",)" : ")");
      }
      case 'F' -> {
        in.next();
        bound(this::function);
      }
      case 'D' -> {
        in.next();
        dynamic();
      }
      case 'B' -> parser.backReference(this::type);
      default -> parser.paths.path("<");
    }
  }

  private void pointer(char tag) throws DemanglingException {
    boolean isReference = tag == 'R' || tag == 'Q';
    parser.write(isReference ? "&" : "*");
    if (isReference && parser.in.take('L')) {
      long lifetime = parser.base62();
      if (lifetime != 0) {
        lifetime(lifetime);
        parser.write(" ");
      }
    }
    parser.write(tag == 'Q' || tag == 'O' ? "mut " : tag == 'P' ? "const " : "");
    type();
  }

  private void slice(boolean hasLength) throws DemanglingException {
    parser.write("[");
    type();
    if (hasLength) {
      parser.write("; ");
      parser.constants.constant(true);
    }
    parser.write("]");
  }

  private void function() throws DemanglingException {
    MangledText in = parser.in;
    parser.write(in.take('U') ? "unsafe " : "");
    if (in.take('K')) {
      String abi = in.take('C') ? "C" : parser.identifier().replace('_', '-');
      parser.write("extern \"" + abi + "\" ");
    }
    parser.write("fn(");
    parser.list(", ", this::type);
    parser.write(")");
    if (!in.take('u')) {
      parser.write(" -> ");
      type();
    }
  }

  private void dynamic() throws DemanglingException {
    parser.write("dyn ");
    bound(() -> parser.list(" + ", this::dynamicTrait));
    parser.in.expect('L');
    long lifetime = parser.base62();
    if (lifetime != 0) {
      parser.write(" + ");
      lifetime(lifetime);
    }
  }

  private void dynamicTrait() throws DemanglingException {
    boolean isOpen = parser.paths.openPath();
    while (parser.in.take('p')) {
      parser.write(isOpen ? ", " : "<");
      isOpen = true;
      parser.write(parser.identifier() + " = ");
      type();
    }
    parser.write(isOpen ? ">" : "");
  }

  /** A part in which lifetimes may be bound: {@code for<'a> …}. */
  private void bound(V0Parser.Part part) throws DemanglingException {
    long count = parser.tagged('G');
    if (count < 0 || count > MAX_LIFETIMES) {
      throw new DemanglingException();
    }
    long outer = boundLifetimes;
    if (count > 0) {
      parser.write("for<");
      for (int i = 0; i < count; i++) {
        parser.write(i > 0 ? ", " : "");
        boundLifetimes++;
        lifetime(1);
      }
      parser.write("> ");
    }
    part.write();
    boundLifetimes = outer;
  }

  /** A lifetime by its distance from the innermost bound one, which is 1; 0 is erased. */
  void lifetime(long index) throws DemanglingException {
    if (index == 0) {
      parser.write("'_");
      return;
    }
    if (parser.isSilent()) {
      return;
    }
    if (index < 0 || index > boundLifetimes) {
      throw new DemanglingException();
    }
    long depth = boundLifetimes - index;
    parser.write(depth < 26 ? "'" + (char) ('a' + depth) : "'_" + depth);
  }
}
