package dev.plumbline.symbol.demangle;

import dev.plumbline.symbol.demangle.NameNodes.TemplateScope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Types, and functions, which are written like types. */
final class TypeNodes {
  private TypeNodes() {}

  /** A pointer or reference: {@code *}, {@code &} or {@code &&}. */
  record Indirection(Node type, String mark) implements Node {
    @Override
    public void left(NameWriter out) throws DemanglingException {
      Indirection collapsed = collapsed(out);
      Node inner = collapsed.type;
      out.left(inner);
      if (inner.isArray(out)) {
        out.add(" (");
      } else if (inner.isFunction(out)) {
        out.add('(');
      }
      out.add(collapsed.mark);
    }

    @Override
    public void right(NameWriter out) throws DemanglingException {
      Node inner = collapsed(out).type;
      if (inner.isArray(out) || inner.isFunction(out)) {
        out.add(')');
      }
      out.right(inner);
    }

    @Override
    public boolean isOpen(NameWriter out) throws DemanglingException {
      Node inner = collapsed(out).type;
      return inner.isArray(out) || inner.isFunction(out) || inner.isOpen(out);
    }

    /** A reference to a reference is one, and only && to && stays &&. */
    private Indirection collapsed(NameWriter out) throws DemanglingException {
      if (mark.equals("*")) {
        return this;
      }
      Node inner = type;
      String marks = mark;
      for (int i = 0; i < NameWriter.MAX_DEPTH; i++) {
        Node target = inner.target(out);
        if (target instanceof Indirection reference && !reference.mark.equals("*")) {
          marks = reference.mark.equals("&") ? "&" : marks;
          inner = reference.type;
        } else {
          return inner == type ? this : new Indirection(inner, marks);
        }
      }
      throw new DemanglingException();
    }
  }

  /** A type with qualifiers behind it; a qualifier that the type already bears is not repeated. */
  record Qualified(Node type, String qualifiers) implements Node {
    @Override
    public void left(NameWriter out) throws DemanglingException {
      out.left(type);
      Node target = type.target(out);
      if (!(target instanceof Qualified known) || !known.qualifiers.equals(qualifiers)) {
        out.add(qualifiers);
      }
    }

    @Override
    public void right(NameWriter out) throws DemanglingException {
      out.right(type);
    }

    @Override
    public boolean isFunction(NameWriter out) throws DemanglingException {
      return type.isFunction(out);
    }

    @Override
    public boolean isArray(NameWriter out) throws DemanglingException {
      return type.isArray(out);
    }

    @Override
    public boolean isOpen(NameWriter out) throws DemanglingException {
      return type.isOpen(out);
    }
  }

  record MemberPointer(Node owner, Node member) implements Node {
    @Override
    public void left(NameWriter out) throws DemanglingException {
      out.left(member);
      if (member.isFunction(out)) {
        out.add('(');
      } else {
        out.add(member.isArray(out) ? " (" : " ");
      }
      out.print(owner);
      out.add("::*");
    }

    @Override
    public void right(NameWriter out) throws DemanglingException {
      if (member.isArray(out) || member.isFunction(out)) {
        out.add(')');
      }
      out.right(member);
    }

    @Override
    public boolean isOpen(NameWriter out) throws DemanglingException {
      return member.isArray(out) || member.isFunction(out) || member.isOpen(out);
    }
  }

  record Array(Node element, @Nullable Node extent) implements Node {
    @Override
    public void left(NameWriter out) throws DemanglingException {
      out.left(element);
    }

    @Override
    public void right(NameWriter out) throws DemanglingException {
      out.add(out.last() == ']' ? "[" : " [");
      if (extent != null) {
        out.print(extent);
      }
      out.add(']');
      out.right(element);
    }

    @Override
    public boolean isArray(NameWriter out) {
      return true;
    }
  }

  /** A function type; the suffix holds qualifiers, reference mark and exception specification. */
  record Function(Node result, List<Node> parameters, String suffix, @Nullable Node condition)
      implements Node {
    @Override
    public void left(NameWriter out) throws DemanglingException {
      out.left(result);
      out.add(result.isOpen(out) ? "" : " ");
    }

    @Override
    public void right(NameWriter out) throws DemanglingException {
      out.add('(');
      out.list(parameters);
      out.add(')');
      out.right(result);
      out.add(suffix);
      if (condition != null) {
        out.print(condition);
      }
    }

    @Override
    public boolean isFunction(NameWriter out) {
      return true;
    }
  }

  /**
   * A function with its name; templates state their result type.
   *
   * @param arguments template arguments to which its types refer, null for other functions
   */
  record Signature(
      @Nullable Node result,
      Node name,
      List<Node> parameters,
      String suffix,
      @Nullable List<Node> arguments)
      implements Node {
    @Override
    public void left(NameWriter out) throws DemanglingException {
      TemplateScope outer = enterScope(out);
      if (result != null) {
        out.left(result);
        out.add(result.isOpen(out) ? "" : " ");
      }
      out.print(name);
      out.scope = outer;
    }

    private @Nullable TemplateScope enterScope(NameWriter out) {
      TemplateScope outer = out.scope;
      if (arguments != null) {
        out.scope = new TemplateScope(arguments, outer);
      }
      return outer;
    }

    @Override
    public void right(NameWriter out) throws DemanglingException {
      TemplateScope outer = enterScope(out);
      out.add('(');
      out.list(parameters);
      out.add(')');
      if (result != null) {
        out.right(result);
      }
      out.add(suffix);
      out.scope = outer;
    }

    /** As it stands before the names of its local entities. */
    Signature withoutResult() {
      return new Signature(null, name, parameters, suffix, arguments);
    }
  }

  record Vector(Node element, Node extent) implements Node {
    @Override
    public void left(NameWriter out) throws DemanglingException {
      out.print(element);
      out.add(" __vector(");
      out.print(extent);
      out.add(')');
    }
  }

  /** A node between two texts: {@code decltype (…)}, {@code noexcept(…)}. */
  record Enclosed(String before, Node node, String after) implements Node {
    @Override
    public void left(NameWriter out) throws DemanglingException {
      out.add(before);
      out.print(node);
      out.add(after);
    }
  }
}
