package dev.plumbline.symbol.demangle;

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
      out.add(' ');
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

  /** A function with its name; templates state their result type. */
  record Signature(@Nullable Node result, Node name, List<Node> parameters, String suffix)
      implements Node {
    @Override
    public void left(NameWriter out) throws DemanglingException {
      if (result != null) {
        out.left(result);
        if (!result.isFunction(out) && !endsOpen(out)) {
          out.add(' ');
        }
      }
      out.print(name);
    }

    private static boolean endsOpen(NameWriter out) {
      return out.last() == ' ' || out.last() == '(';
    }

    @Override
    public void right(NameWriter out) throws DemanglingException {
      out.add('(');
      out.list(parameters);
      out.add(')');
      if (result != null) {
        out.right(result);
      }
      out.add(suffix);
    }

    /** As it stands before the names of its local entities. */
    Signature withoutResult() {
      return new Signature(null, name, parameters, suffix);
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
