package dev.plumbline.symbol.demangle;

import dev.plumbline.symbol.demangle.NameNodes.Expansion;
import dev.plumbline.symbol.demangle.NameNodes.Templated;
import dev.plumbline.symbol.demangle.NameNodes.Text;
import dev.plumbline.symbol.demangle.TypeNodes.Array;
import dev.plumbline.symbol.demangle.TypeNodes.Enclosed;
import dev.plumbline.symbol.demangle.TypeNodes.Function;
import dev.plumbline.symbol.demangle.TypeNodes.Indirection;
import dev.plumbline.symbol.demangle.TypeNodes.MemberPointer;
import dev.plumbline.symbol.demangle.TypeNodes.Qualified;
import dev.plumbline.symbol.demangle.TypeNodes.Vector;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Types of the Itanium ABI. Confined to one call. */
final class ItaniumTypes {
  private final ItaniumParser parser;

  ItaniumTypes(ItaniumParser parser) {
    this.parser = parser;
  }

  private MangledText in() {
    return parser.in;
  }

  Node type() throws DemanglingException {
    parser.enter();
    String builtin = builtin(in().peek());
    Node type;
    if (builtin != null) {
      in().next();
      type = new Text(builtin);
    } else {
      type = compound();
    }
    parser.leave();
    return type;
  }

  static @Nullable String builtin(char code) {
    return switch (code) {
      case 'v' -> "void";
      case 'w' -> "wchar_t";
      case 'b' -> "bool";
      case 'c' -> "char";
      case 'a' -> "signed char";
      case 'h' -> "unsigned char";
      case 's' -> "short";
      case 't' -> "unsigned short";
      case 'i' -> "int";
      case 'j' -> "unsigned int";
      case 'l' -> "long";
      case 'm' -> "unsigned long";
      case 'x' -> "long long";
      case 'y' -> "unsigned long long";
      case 'n' -> "__int128";
      case 'o' -> "unsigned __int128";
      case 'f' -> "float";
      case 'd' -> "double";
      case 'e' -> "long double";
      case 'g' -> "__float128";
      case 'z' -> "...";
      default -> null;
    };
  }

  private Node compound() throws DemanglingException {
    return switch (in().peek()) {
      case 'r', 'V', 'K' -> qualified();
      case 'D' -> extended();
      case 'F' -> parser.remember(function(""));
      case 'A' -> parser.remember(array());
      case 'M' -> {
        in().next();
        Node owner = type();
        yield parser.remember(new MemberPointer(owner, type()));
      }
      case 'T' -> parameterOrElaborated();
      case 'P' -> indirection("*");
      case 'R' -> indirection("&");
      case 'O' -> indirection("&&");
      case 'C' -> suffixed(" _Complex");
      case 'G' -> suffixed(" _Imaginary");
      case 'U' -> vendorQualified();
      case 'u' -> {
        in().next();
        yield parser.remember(parser.names.sourceName());
      }
      case 'S' -> in().peek(1) == 't' ? named() : substituted();
      default -> named();
    };
  }

  private Node named() throws DemanglingException {
    return parser.remember(parser.names.name(null));
  }

  private Node indirection(String mark) throws DemanglingException {
    in().next();
    return parser.remember(new Indirection(type(), mark));
  }

  private Node suffixed(String suffix) throws DemanglingException {
    in().next();
    return parser.remember(new Qualified(type(), suffix));
  }

  private Node vendorQualified() throws DemanglingException {
    if (in().peek(1) == 'l' || in().peek(1) == 't') {
      return named();
    }
    in().expect('U');
    Node qualifier = parser.names.sourceName();
    if (in().peek() == 'I') {
      qualifier = new Templated(qualifier, parser.templateArguments(false));
    }
    NameWriter text = new NameWriter();
    text.print(qualifier);
    return parser.remember(new Qualified(type(), " " + text));
  }

  private Node substituted() throws DemanglingException {
    Node known = parser.substitution();
    boolean takesArguments = in().peek() == 'I' && !parser.leavesArgumentsToName;
    return takesArguments
        ? parser.remember(new Templated(known, parser.templateArguments(false)))
        : known;
  }

  private Node parameterOrElaborated() throws DemanglingException {
    if (in().take("Ts") || in().take("Tu") || in().take("Te")) {
      return named();
    }
    Node parameter = parser.remember(parser.templateParameter());
    boolean takesArguments = in().peek() == 'I' && !parser.leavesArgumentsToName;
    return takesArguments
        ? parser.remember(new Templated(parameter, parser.templateArguments(false)))
        : parameter;
  }

  /** Qualifiers in the order in which they are written, which is the reverse of the mangling. */
  String qualifiers() {
    String restrict = in().take('r') ? " __restrict" : "";
    String isVolatile = in().take('V') ? " volatile" : "";
    return (in().take('K') ? " const" : "") + isVolatile + restrict;
  }

  private Node qualified() throws DemanglingException {
    String qualifiers = qualifiers();
    char first = in().peek();
    boolean isFunction = first == 'F' || (first == 'D' && "oOwx".indexOf(in().peek(1)) >= 0);
    return parser.remember(isFunction ? function(qualifiers) : new Qualified(type(), qualifiers));
  }

  private Node function(String qualifiers) throws DemanglingException {
    String suffix = "";
    Node condition = null;
    if (in().take("Do")) {
      suffix = " noexcept";
    } else if (in().take("DO")) {
      condition = new Enclosed(" noexcept(", parser.expressions.expression(), ")");
      in().expect('E');
    } else if (in().take("Dw")) {
      condition = new Enclosed(" throw(", list(), ")");
    }
    suffix += in().take("Dx") ? " transaction_safe" : "";
    in().expect('F');
    in().take('Y');
    Node result = type();
    List<Node> parameters = new ArrayList<>();
    String mark = "";
    in().take('v');
    while (!in().take('E')) {
      if (in().take("RE")) {
        mark = " &";
        break;
      } else if (in().take("OE")) {
        mark = " &&";
        break;
      }
      parameters.add(type());
    }
    return new Function(result, parameters, qualifiers + mark + suffix, condition);
  }

  private Node list() throws DemanglingException {
    List<Node> types = new ArrayList<>();
    while (!in().take('E')) {
      types.add(type());
    }
    return new NameNodes.ArgumentPack(types);
  }

  private Node array() throws DemanglingException {
    in().expect('A');
    Node extent = null;
    if (in().isDigit()) {
      extent = new Text(in().signedDigits());
    } else if (in().peek() != '_') {
      extent = parser.expressions.expression();
    }
    in().expect('_');
    return new Array(type(), extent);
  }

  private Node extended() throws DemanglingException {
    char code = in().peek(1);
    String simple = extendedBuiltin(code);
    if (simple != null) {
      in().skip(2);
      return new Text(simple);
    }
    return switch (code) {
      case 'o', 'O', 'w', 'x' -> parser.remember(function(""));
      case 'p' -> {
        in().skip(2);
        yield parser.remember(new Expansion(type()));
      }
      case 't', 'T' -> {
        in().skip(2);
        Node expression = parser.expressions.expression();
        in().expect('E');
        yield parser.remember(new Enclosed("decltype (", expression, ")"));
      }
      case 'v' -> parser.remember(vector());
      case 'F' -> floating();
      case 'B', 'U' -> bits(code == 'U' ? "unsigned _BitInt(" : "_BitInt(");
      default -> throw new DemanglingException();
    };
  }

  private static @Nullable String extendedBuiltin(char code) {
    return switch (code) {
      case 'd' -> "decimal64";
      case 'e' -> "decimal128";
      case 'f' -> "decimal32";
      case 'h' -> "half";
      case 's' -> "char16_t";
      case 'i' -> "char32_t";
      case 'u' -> "char8_t";
      case 'a' -> "auto";
      case 'c' -> "decltype(auto)";
      case 'n' -> "decltype(nullptr)";
      default -> null;
    };
  }

  private Node vector() throws DemanglingException {
    in().skip(2);
    Node extent;
    if (in().take('_')) {
      extent = parser.expressions.expression();
    } else {
      extent = new Text(Integer.toString(in().number()));
    }
    in().expect('_');
    return new Vector(type(), extent);
  }

  private Node floating() throws DemanglingException {
    in().skip(2);
    int bits = in().number();
    if (in().take('b')) {
      return new Text("std::bfloat" + bits + "_t");
    }
    String suffix = in().take('x') ? "x" : "";
    in().take('_');
    return new Text("_Float" + bits + suffix);
  }

  private Node bits(String before) throws DemanglingException {
    in().skip(2);
    Node extent =
        in().isDigit()
            ? new Text(Integer.toString(in().number()))
            : parser.expressions.expression();
    in().expect('_');
    return new Enclosed(before, extent, ")");
  }
}
