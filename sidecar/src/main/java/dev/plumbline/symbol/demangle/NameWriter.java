package dev.plumbline.symbol.demangle;

import dev.plumbline.symbol.demangle.NameNodes.TemplateScope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The readable name under construction, with the limits that make hostile names end: depth, steps
 * and characters. Confined to one call.
 */
final class NameWriter {
  /** Longest readable name in characters; longer ones stay mangled. */
  static final int MAX_CHARACTERS = 16 * 1024;

  /** Deepest nesting of nodes; real names stay below 100. */
  static final int MAX_DEPTH = 512;

  /** Most nodes written: substitutions can make a short name write very many. */
  static final int MAX_STEPS = 100_000;

  private final StringBuilder text = new StringBuilder();
  private int depth;
  private int steps;
  private char last;

  /** Element of a parameter pack that is being written, or -1 outside expansions. */
  int packIndex = -1;

  /** Elements of the pack met in the current expansion, or -1 before one is met. */
  int packSize = -1;

  /** Between the braces of a lambda's name. */
  boolean isInLambda;

  /** Arguments to which template parameters refer, or null outside of template functions. */
  @Nullable TemplateScope scope;

  /** Goes to the scope around the current one, in which its arguments are written. */
  @Nullable TemplateScope leaveScope() {
    TemplateScope inner = scope;
    scope = inner == null ? null : inner.outer();
    return inner;
  }

  NameWriter add(String part) throws DemanglingException {
    if (text.length() + part.length() > MAX_CHARACTERS) {
      throw new DemanglingException();
    }
    if (!part.isEmpty()) {
      text.append(part);
      last = part.charAt(part.length() - 1);
    }
    return this;
  }

  NameWriter add(char c) throws DemanglingException {
    if (text.length() >= MAX_CHARACTERS) {
      throw new DemanglingException();
    }
    text.append(c);
    last = c;
    return this;
  }

  /**
   * The character written last, even if it was cut since: c++filt writes no space between two
   * closing angle brackets where an empty pack stood before the second.
   */
  char last() {
    return last;
  }

  int length() {
    return text.length();
  }

  void cut(int length) {
    text.setLength(length);
  }

  void left(Node node) throws DemanglingException {
    enter();
    node.left(this);
    depth--;
  }

  void right(Node node) throws DemanglingException {
    enter();
    node.right(this);
    depth--;
  }

  void print(Node node) throws DemanglingException {
    left(node);
    right(node);
  }

  /** Counts a step without writing, for questions that recurse. */
  void enter() throws DemanglingException {
    if (++depth > MAX_DEPTH || ++steps > MAX_STEPS) {
      throw new DemanglingException();
    }
  }

  void leave() {
    depth--;
  }

  /** Writes nodes with ", " between them; a node that writes nothing (an empty pack) counts not. */
  void list(List<Node> nodes) throws DemanglingException {
    boolean isFirst = true;
    for (Node node : nodes) {
      int before = text.length();
      if (!isFirst) {
        add(", ");
      }
      int start = text.length();
      print(node);
      if (text.length() == start) {
        cut(before);
      } else {
        isFirst = false;
      }
    }
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
