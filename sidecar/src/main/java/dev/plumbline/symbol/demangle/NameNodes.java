package dev.plumbline.symbol.demangle;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parts of names: scopes, templates, packs, functions. */
final class NameNodes {
  private NameNodes() {}

  /** A name, a builtin type, any fixed text. */
  record Text(String text) implements Node {
    @Override
    public void left(NameWriter out) throws DemanglingException {
      out.add(text);
    }

    @Override
    public String baseName() {
      return text;
    }

    @Override
    public boolean isSimple() {
      return true;
    }
  }

  /** An abbreviation of the standard library; constructors go by another name than the text. */
  record Abbreviation(String text, String baseName) implements Node {
    @Override
    public void left(NameWriter out) throws DemanglingException {
      out.add(text);
    }
  }

  record Scoped(Node scope, Node name, String baseName) implements Node {
    Scoped(Node scope, Node name) {
      this(scope, name, name.baseName());
    }

    @Override
    public void left(NameWriter out) throws DemanglingException {
      out.print(scope);
      out.add("::");
      out.print(name);
    }

    @Override
    public boolean isSimple() {
      return true;
    }
  }

  record AbiTagged(Node name, String tag, String baseName) implements Node {
    AbiTagged(Node name, String tag) {
      this(name, tag, name.baseName());
    }

    @Override
    public void left(NameWriter out) throws DemanglingException {
      out.print(name);
      out.add("[abi:").add(tag).add(']');
    }
  }

  /** A constructor, or with a tilde a destructor, of the class before it. */
  record Structor(Node owner, boolean isDestructor) implements Node {
    @Override
    public void left(NameWriter out) throws DemanglingException {
      out.add(isDestructor ? "~" : "").add(owner.baseName());
    }
  }

  record Conversion(Node type) implements Node {
    @Override
    public void left(NameWriter out) throws DemanglingException {
      out.add("operator ");
      out.print(type);
    }
  }

  record Lambda(List<Node> parameters, int number) implements Node {
    @Override
    public void left(NameWriter out) throws DemanglingException {
      out.add("{lambda(");
      boolean wasInLambda = out.isInLambda;
      out.isInLambda = true;
      out.list(parameters);
      out.isInLambda = wasInLambda;
      out.add(")#").add(Integer.toString(number)).add('}');
    }
  }

  record Templated(Node name, Node arguments, String baseName) implements Node {
    Templated(Node name, Node arguments) {
      this(name, arguments, name.baseName());
    }

    @Override
    public void left(NameWriter out) throws DemanglingException {
      out.print(name);
      out.print(arguments);
    }
  }

  record TemplateArguments(List<Node> arguments) implements Node {
    @Override
    public void left(NameWriter out) throws DemanglingException {
      out.add(out.last() == '<' ? " <" : "<");
      out.list(arguments);
      out.add(out.last() == '>' ? " >" : ">");
    }
  }

  /** The arguments given for a parameter pack, where they are given. */
  record ArgumentPack(List<Node> elements) implements Node {
    @Override
    public void left(NameWriter out) throws DemanglingException {
      out.list(elements);
    }
  }

  /** A template parameter that stands for several arguments: an expansion writes one at a time. */
  record ParameterPack(List<Node> elements) implements Node {
    @Override
    public void left(NameWriter out) throws DemanglingException {
      Node element = target(out);
      if (element != this) {
        out.left(element);
      }
    }

    @Override
    public void right(NameWriter out) throws DemanglingException {
      Node element = target(out);
      if (element != this) {
        out.right(element);
      }
    }

    @Override
    public Node target(NameWriter out) throws DemanglingException {
      if (out.packSize < 0) {
        out.packSize = elements.size();
        out.packIndex = 0;
      }
      int index = out.packIndex;
      return index >= 0 && index < elements.size() ? elements.get(index) : this;
    }

    @Override
    public boolean isFunction(NameWriter out) throws DemanglingException {
      Node element = target(out);
      return element != this && element.isFunction(out);
    }

    @Override
    public boolean isArray(NameWriter out) throws DemanglingException {
      Node element = target(out);
      return element != this && element.isArray(out);
    }

    @Override
    public boolean isOpen(NameWriter out) throws DemanglingException {
      Node element = target(out);
      return element != this && element.isOpen(out);
    }
  }

  /** A pattern written once for each element of the pack inside it. */
  record Expansion(Node pattern) implements Node {
    @Override
    public void left(NameWriter out) throws DemanglingException {
      int index = out.packIndex;
      int size = out.packSize;
      out.packIndex = -1;
      out.packSize = -1;
      int start = out.length();
      out.print(pattern);
      if (out.packSize < 0) {
        out.add("...");
      } else if (out.packSize == 0) {
        out.cut(start);
      }
      int elements = out.packSize;
      for (int i = 1; i < elements; i++) {
        out.packIndex = i;
        out.packSize = elements;
        out.add(", ");
        out.print(pattern);
      }
      out.packIndex = index;
      out.packSize = size;
    }
  }

  /**
   * The arguments of the template that is being written. A substitution may name a parameter that
   * was read in one template and is written in another: the one being written counts.
   */
  record TemplateScope(List<Node> arguments, @Nullable TemplateScope outer) {
    @Nullable Node argument(int number) {
      return number < arguments.size() ? arguments.get(number) : null;
    }
  }

  /**
   * A use of a template parameter; what it stands for may become known after it is read. Inside the
   * braces of a generic lambda its own parameters are called {@code auto:1} and so on.
   */
  static final class Parameter implements Node {
    private final int number;
    private final boolean isOfLambda;
    private @Nullable Node argument;

    private Parameter(int number, boolean isOfLambda, @Nullable Node argument) {
      this.number = number;
      this.isOfLambda = isOfLambda;
      this.argument = argument;
    }

    static Parameter known(int number, Node argument) {
      return new Parameter(number, false, argument);
    }

    static Parameter later(int number) {
      return new Parameter(number, false, null);
    }

    static Parameter ofLambda(int number) {
      return new Parameter(number, true, null);
    }

    void resolve(List<Node> arguments) throws DemanglingException {
      if (number < arguments.size()) {
        argument = arguments.get(number);
      } else if (!isOfLambda) {
        throw new DemanglingException();
      }
    }

    /** The argument, or null where the parameter is to be written by its number. */
    private @Nullable Node argument(NameWriter out) throws DemanglingException {
      if (out.isInLambda || (isOfLambda && argument == null)) {
        return null;
      }
      Node known = out.scope == null ? null : out.scope.argument(number);
      known = known == null ? argument : known;
      if (known == null) {
        throw new DemanglingException();
      }
      return known;
    }

    @Override
    public void left(NameWriter out) throws DemanglingException {
      Node known = argument(out);
      if (known == null) {
        out.add("auto:").add(Integer.toString(number + 1));
      } else {
        TemplateScope inner = out.leaveScope();
        out.left(known);
        out.scope = inner;
      }
    }

    @Override
    public void right(NameWriter out) throws DemanglingException {
      Node known = argument(out);
      if (known != null) {
        TemplateScope inner = out.leaveScope();
        out.right(known);
        out.scope = inner;
      }
    }

    @Override
    public Node target(NameWriter out) throws DemanglingException {
      Node known = argument(out);
      out.enter();
      Node target = known == null ? this : known.target(out);
      out.leave();
      return target;
    }

    @Override
    public boolean isFunction(NameWriter out) throws DemanglingException {
      Node known = argument(out);
      out.enter();
      boolean isFunction = known != null && known.isFunction(out);
      out.leave();
      return isFunction;
    }

    @Override
    public boolean isArray(NameWriter out) throws DemanglingException {
      Node known = argument(out);
      out.enter();
      boolean isArray = known != null && known.isArray(out);
      out.leave();
      return isArray;
    }

    @Override
    public boolean isOpen(NameWriter out) throws DemanglingException {
      Node known = argument(out);
      out.enter();
      boolean isOpen = known != null && known.isOpen(out);
      out.leave();
      return isOpen;
    }

    @Override
    public String baseName() {
      return argument == null || argument instanceof Parameter ? "" : argument.baseName();
    }

    /** The elements of a pack, or -1 for a single argument. */
    int packSize() {
      return argument instanceof ParameterPack pack ? pack.elements().size() : -1;
    }
  }

  /** How many elements a pack has. */
  record PackSize(Node pack) implements Node {
    @Override
    public void left(NameWriter out) throws DemanglingException {
      int size = pack instanceof Parameter parameter ? parameter.packSize() : -1;
      if (size >= 0) {
        out.add(Integer.toString(size));
      } else {
        out.add("sizeof...(");
        out.print(pack);
        out.add(')');
      }
    }
  }

  /** A name with a text before it, such as {@code vtable for}. */
  record Prefixed(String prefix, Node node) implements Node {
    @Override
    public void left(NameWriter out) throws DemanglingException {
      out.add(prefix);
      out.print(node);
    }
  }

  /** Two names with a text between them: a vtable while a base is constructed. */
  record Joined(String prefix, Node first, String between, Node second) implements Node {
    @Override
    public void left(NameWriter out) throws DemanglingException {
      out.add(prefix);
      out.print(first);
      out.add(between);
      out.print(second);
    }
  }
}
