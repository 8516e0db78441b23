package dev.plumbline.symbol.demangle;

import java.util.List;

/** Expressions in template arguments and in the types of templates. */
final class ExpressionNodes {
  private ExpressionNodes() {}

  static void writeOperand(NameWriter out, Node node) throws DemanglingException {
    if (node.isSimple()) {
      out.print(node);
    } else {
      out.add('(');
      out.print(node);
      out.add(')');
    }
  }

  record Unary(String operator, Node operand) implements Node {
    @Override
    public void left(NameWriter out) throws DemanglingException {
      out.add(operator);
      writeOperand(out, operand);
    }
  }

  record Postfix(Node operand, String operator) implements Node {
    @Override
    public void left(NameWriter out) throws DemanglingException {
      writeOperand(out, operand);
      out.add(operator);
    }
  }

  record Binary(Node first, String operator, Node second) implements Node {
    @Override
    public void left(NameWriter out) throws DemanglingException {
      boolean closesList = operator.equals(">");
      out.add(closesList ? "(" : "");
      writeOperand(out, first);
      out.add(operator);
      writeOperand(out, second);
      out.add(closesList ? ")" : "");
    }
  }

  record Index(Node array, Node index) implements Node {
    @Override
    public void left(NameWriter out) throws DemanglingException {
      writeOperand(out, array);
      out.add('[');
      out.print(index);
      out.add(']');
    }
  }

  record Choice(Node condition, Node then, Node otherwise) implements Node {
    @Override
    public void left(NameWriter out) throws DemanglingException {
      writeOperand(out, condition);
      out.add('?');
      writeOperand(out, then);
      out.add(" : ");
      writeOperand(out, otherwise);
    }
  }

  /** A callee or a type with arguments in brackets. */
  record Call(Node callee, String open, List<Node> arguments, String close) implements Node {
    @Override
    public void left(NameWriter out) throws DemanglingException {
      if (open.equals("{")) {
        out.print(callee);
      } else {
        writeOperand(out, callee);
      }
      out.add(open);
      out.list(arguments);
      out.add(close);
    }

    @Override
    public boolean isSimple() {
      return open.equals("{");
    }
  }

  record Cast(Node type, Node value) implements Node {
    @Override
    public void left(NameWriter out) throws DemanglingException {
      out.add('(');
      out.print(type);
      out.add(')');
      writeOperand(out, value);
    }
  }

  record NamedCast(String cast, Node type, Node value) implements Node {
    @Override
    public void left(NameWriter out) throws DemanglingException {
      out.add(cast).add('<');
      out.print(type);
      out.add(">(");
      out.print(value);
      out.add(')');
    }
  }

  record Fold(Node first, String operator, Node second) implements Node {
    @Override
    public void left(NameWriter out) throws DemanglingException {
      out.add('(');
      writeOperand(out, first);
      out.add(operator);
      writeOperand(out, second);
      out.add(')');
    }
  }

  /** A parameter of the function in whose type the expression stands. */
  record FunctionParameter(String text) implements Node {
    @Override
    public void left(NameWriter out) throws DemanglingException {
      out.add(text);
    }

    @Override
    public boolean isSimple() {
      return true;
    }
  }

  /** A value of a type that is no integer: the type stands before it. */
  record TypedLiteral(Node type, String before, String value, String after) implements Node {
    @Override
    public void left(NameWriter out) throws DemanglingException {
      out.add('(');
      out.print(type);
      out.add(')').add(before).add(value).add(after);
    }
  }

  /** A value whose type shows in its suffix. */
  record Literal(String text) implements Node {
    @Override
    public void left(NameWriter out) throws DemanglingException {
      out.add(text);
    }
  }
}
