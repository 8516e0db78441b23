package dev.plumbline.symbol.demangle;

import dev.plumbline.symbol.demangle.ExpressionNodes.Binary;
import dev.plumbline.symbol.demangle.ExpressionNodes.Call;
import dev.plumbline.symbol.demangle.ExpressionNodes.Cast;
import dev.plumbline.symbol.demangle.ExpressionNodes.Choice;
import dev.plumbline.symbol.demangle.ExpressionNodes.Fold;
import dev.plumbline.symbol.demangle.ExpressionNodes.FunctionParameter;
import dev.plumbline.symbol.demangle.ExpressionNodes.Index;
import dev.plumbline.symbol.demangle.ExpressionNodes.Literal;
import dev.plumbline.symbol.demangle.ExpressionNodes.NamedCast;
import dev.plumbline.symbol.demangle.ExpressionNodes.Postfix;
import dev.plumbline.symbol.demangle.ExpressionNodes.TypedLiteral;
import dev.plumbline.symbol.demangle.ExpressionNodes.Unary;
import dev.plumbline.symbol.demangle.NameNodes.Scoped;
import dev.plumbline.symbol.demangle.NameNodes.Templated;
import dev.plumbline.symbol.demangle.NameNodes.Text;
import dev.plumbline.symbol.demangle.TypeNodes.Enclosed;
import dev.plumbline.symbol.demangle.TypeNodes.Signature;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Expressions of the Itanium ABI. Confined to one call. */
final class ItaniumExpressions {
  private static final Node NOTHING = new Text("");

  private final ItaniumParser parser;

  ItaniumExpressions(ItaniumParser parser) {
    this.parser = parser;
  }

  private MangledText in() {
    return parser.in;
  }

  Node expression() throws DemanglingException {
    parser.enter();
    in().take("gs");
    Node expression = leaf();
    if (expression == null) {
      expression = keyword();
    }
    if (expression == null) {
      expression = operation();
    }
    parser.leave();
    return expression;
  }

  private @Nullable Node leaf() throws DemanglingException {
    char first = in().peek();
    char second = in().peek(1);
    if (first == 'L') {
      return literal();
    }
    if (first == 'T') {
      return parser.templateParameter();
    }
    if (first == 'f' && (second == 'p' || (second == 'L' && MangledText.isDigit(in().peek(2))))) {
      return functionParameter();
    }
    if (in().isDigit()) {
      return withArguments(parser.names.sourceName());
    }
    if (in().take("on")) {
      return withArguments(parser.names.operator(null));
    }
    return in().take("sr") ? scopedName() : null;
  }

  /** A name in a scope that depends on template parameters. */
  private Node scopedName() throws DemanglingException {
    Node scope;
    if (in().isDigit()) {
      scope = withArguments(parser.names.sourceName());
      while (!in().take('E')) {
        scope = new Scoped(scope, withArguments(parser.names.sourceName()));
      }
    } else {
      boolean isLong = in().take('N');
      scope = parser.types.type();
      while (isLong && !in().take('E')) {
        scope = new Scoped(scope, withArguments(parser.names.sourceName()));
      }
    }
    in().take("on");
    Node name = in().isDigit() ? parser.names.sourceName() : parser.names.operator(null);
    return withArguments(new Scoped(scope, name));
  }

  private Node withArguments(Node name) throws DemanglingException {
    return in().peek() == 'I' ? new Templated(name, parser.templateArguments(false)) : name;
  }

  private Node functionParameter() throws DemanglingException {
    if (in().take("fpT")) {
      return new FunctionParameter("this");
    }
    if (in().take("fL")) {
      in().number();
      in().expect('p');
    } else {
      in().skip(2);
    }
    parser.types.qualifiers();
    return new FunctionParameter("{parm#" + (in().decimalSequence() + 1) + "}");
  }

  private @Nullable Node keyword() throws DemanglingException {
    String code = "" + in().peek() + in().peek(1);
    String enclosing = enclosing(code);
    if (enclosing != null) {
      in().skip(2);
      boolean isType = "stati".contains(code) && !code.equals("ta");
      Node node = isType ? parser.types.type() : expression();
      return new Enclosed(enclosing, node, ")");
    }
    String cast = namedCast(code);
    if (cast != null) {
      in().skip(2);
      Node type = parser.types.type();
      return new NamedCast(cast, type, expression());
    }
    return switch (code) {
      case "sp" -> {
        in().skip(2);
        yield new NameNodes.Expansion(expression());
      }
      case "sZ" -> {
        in().skip(2);
        yield new NameNodes.PackSize(expression());
      }
      case "tw" -> {
        in().skip(2);
        yield new Unary("throw ", expression());
      }
      case "tr" -> {
        in().skip(2);
        yield new Text("throw");
      }
      case "il" -> {
        in().skip(2);
        yield new Call(NOTHING, "{", untilEnd(), "}");
      }
      case "tl" -> {
        in().skip(2);
        Node type = parser.types.type();
        yield new Call(type, "{", untilEnd(), "}");
      }
      case "cv" -> {
        in().skip(2);
        yield conversion();
      }
      case "fl", "fr", "fL", "fR" -> fold();
      default -> null;
    };
  }

  private static @Nullable String enclosing(String code) {
    return switch (code) {
      case "st", "sz" -> "sizeof (";
      case "at", "az" -> "alignof (";
      case "ti", "te" -> "typeid (";
      case "nx" -> "noexcept(";
      default -> null;
    };
  }

  private static @Nullable String namedCast(String code) {
    return switch (code) {
      case "dc" -> "dynamic_cast";
      case "sc" -> "static_cast";
      case "cc" -> "const_cast";
      case "rc" -> "reinterpret_cast";
      default -> null;
    };
  }

  private List<Node> untilEnd() throws DemanglingException {
    List<Node> expressions = new ArrayList<>();
    while (!in().take('E')) {
      expressions.add(expression());
    }
    return expressions;
  }

  private Node conversion() throws DemanglingException {
    boolean leaves = parser.leavesArgumentsToName;
    parser.leavesArgumentsToName = false;
    Node type = parser.types.type();
    parser.leavesArgumentsToName = leaves;
    if (in().take('_')) {
      return new Call(type, "(", untilEnd(), ")");
    }
    return new Cast(type, expression());
  }

  private Node fold() throws DemanglingException {
    in().expect('f');
    char kind = in().next();
    OperatorName operator = OperatorName.of(in().peek(), in().peek(1));
    if (operator == null) {
      throw new DemanglingException();
    }
    in().skip(2);
    Node first = expression();
    Node dots = new FunctionParameter("...");
    if (kind == 'l') {
      return new Fold(dots, operator.text(), first);
    }
    if (kind == 'r') {
      return new Fold(first, operator.text(), dots);
    }
    Node second = expression();
    return new Fold(first, operator.text() + "..." + operator.text(), second);
  }

  private Node operation() throws DemanglingException {
    char first = in().peek();
    char second = in().peek(1);
    if (first == 'd' && (second == 't')) {
      in().skip(2);
      Node object = expression();
      return new Binary(object, ".", expression());
    }
    OperatorName operator = OperatorName.of(first, second);
    if (operator == null) {
      throw new DemanglingException();
    }
    in().skip(2);
    return switch (operator.text()) {
      case "()" -> {
        Node callee = expression();
        yield new Call(callee, "(", untilEnd(), ")");
      }
      case "[]" -> {
        Node array = expression();
        yield new Index(array, expression());
      }
      case "?" -> {
        Node condition = expression();
        Node then = expression();
        yield new Choice(condition, then, expression());
      }
      case "new", "new[]" -> creation(operator.text());
      default -> operator.operands() == 1 ? unary(operator.text()) : binary(operator.text());
    };
  }

  private Node unary(String operator) throws DemanglingException {
    boolean isStep = operator.equals("++") || operator.equals("--");
    if (isStep && !in().take('_')) {
      return new Postfix(expression(), operator);
    }
    Node operand = expression();
    if (operator.equals("&") && operand instanceof Signature function) {
      boolean isPlain = function.name() instanceof Scoped && function.suffix().isEmpty();
      operand = isPlain ? function.name() : operand;
    }
    String space = Character.isLetter(operator.charAt(0)) ? " " : "";
    return new Unary(operator + space, operand);
  }

  private Node binary(String operator) throws DemanglingException {
    Node first = expression();
    return new Binary(first, operator, expression());
  }

  /** {@code new (placement) type(initializer)}. */
  private Node creation(String operator) throws DemanglingException {
    List<Node> placement = new ArrayList<>();
    while (!in().take('_')) {
      placement.add(expression());
    }
    Node type = parser.types.type();
    Node before = placement.isEmpty() ? new Text(" ") : new Call(NOTHING, " (", placement, ") ");
    Node created = new NameNodes.Joined(operator, before, "", type);
    if (in().take("pi")) {
      return new Call(created, "(", untilEnd(), ")");
    }
    if (in().peek() == 'i') {
      return new NameNodes.Joined("", created, "", expression());
    }
    in().expect('E');
    return created;
  }

  /** {@code L … E}: a value with its type, or an entity with its mangled name. */
  Node literal() throws DemanglingException {
    in().expect('L');
    if (in().take("_Z") || in().take('Z')) {
      Node entity = parser.names.encoding();
      in().expect('E');
      return entity;
    }
    char code = in().peek();
    Node type = parser.types.type();
    String sign = in().take('n') ? "-" : "";
    int start = in().position();
    while (in().peek() != 'E' && !in().isAtEnd()) {
      in().next();
    }
    int length = in().position() - start;
    in().moveTo(start);
    String digits = in().take(length);
    in().expect('E');
    return value(code, type, sign, digits);
  }

  private static Node value(char code, Node type, String sign, String digits) {
    return switch (code) {
      case 'i' -> new Literal(sign + digits);
      case 'j' -> new Literal(sign + digits + "u");
      case 'l' -> new Literal(sign + digits + "l");
      case 'm' -> new Literal(sign + digits + "ul");
      case 'x' -> new Literal(sign + digits + "ll");
      case 'y' -> new Literal(sign + digits + "ull");
      case 'b' -> {
        if (sign.isEmpty() && (digits.equals("0") || digits.equals("1"))) {
          yield new Literal(digits.equals("1") ? "true" : "false");
        }
        yield new TypedLiteral(type, sign, digits, "");
      }
      case 'f', 'd', 'e', 'g' -> new TypedLiteral(type, sign + "[", digits, "]");
      default -> new TypedLiteral(type, sign, digits, "");
    };
  }
}
