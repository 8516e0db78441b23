package dev.plumbline.symbol.demangle;

import dev.plumbline.symbol.demangle.NameNodes.Joined;
import dev.plumbline.symbol.demangle.NameNodes.Prefixed;

/** Things that the compiler makes: tables, thunks, guards. Confined to one call. */
final class SpecialNames {
  private final ItaniumParser parser;
  private final MangledText in;

  SpecialNames(ItaniumParser parser) {
    this.parser = parser;
    this.in = parser.in;
  }

  Node special() throws DemanglingException {
    boolean isTable = in.next() == 'T';
    char kind = in.next();
    return isTable ? table(kind) : guard(kind);
  }

  private Node table(char kind) throws DemanglingException {
    return switch (kind) {
      case 'V' -> new Prefixed("vtable for ", parser.types.type());
      case 'T' -> new Prefixed("VTT for ", parser.types.type());
      case 'I' -> new Prefixed("typeinfo for ", parser.types.type());
      case 'S' -> new Prefixed("typeinfo name for ", parser.types.type());
      case 'F' -> new Prefixed("typeinfo fn for ", parser.types.type());
      case 'H' -> new Prefixed("TLS init function for ", parser.names.name(null));
      case 'W' -> new Prefixed("TLS wrapper function for ", parser.names.name(null));
      case 'A' -> new Prefixed("template parameter object for ", parser.expressions.literal());
      case 'C' -> construction();
      case 'c' -> {
        offset(in.next());
        offset(in.next());
        yield new Prefixed("covariant return thunk to ", parser.names.encoding());
      }
      case 'h', 'v' -> {
        offset(kind);
        String prefix = kind == 'h' ? "non-virtual thunk to " : "virtual thunk to ";
        yield new Prefixed(prefix, parser.names.encoding());
      }
      default -> throw new DemanglingException();
    };
  }

  private Node construction() throws DemanglingException {
    Node derived = parser.types.type();
    in.number();
    in.expect('_');
    Node base = parser.types.type();
    return new Joined("construction vtable for ", base, "-in-", derived);
  }

  private void offset(char kind) throws DemanglingException {
    signedNumber();
    if (kind == 'v') {
      in.expect('_');
      signedNumber();
    } else if (kind != 'h') {
      throw new DemanglingException();
    }
    in.expect('_');
  }

  private void signedNumber() throws DemanglingException {
    in.take('n');
    in.number();
  }

  private Node guard(char kind) throws DemanglingException {
    return switch (kind) {
      case 'V' -> new Prefixed("guard variable for ", parser.names.name(null));
      case 'R' -> {
        Node name = parser.names.name(null);
        int number = in.isAtEnd() ? 0 : in.sequence();
        yield new Prefixed("reference temporary #" + number + " for ", name);
      }
      case 'A' -> new Prefixed("hidden alias for ", parser.names.encoding());
      case 'T' -> {
        String prefix = in.next() == 'n' ? "non-transaction clone for " : "transaction clone for ";
        yield new Prefixed(prefix, parser.names.encoding());
      }
      default -> throw new DemanglingException();
    };
  }
}
