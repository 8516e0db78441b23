package dev.plumbline.symbol.demangle;

/**
 * A part of a C++ name. Declarators wrap what they declare, so a type writes a left half before and
 * a right half behind it: {@code void (*} and {@code )(int)}.
 */
interface Node {
  void left(NameWriter out) throws DemanglingException;

  default void right(NameWriter out) throws DemanglingException {}

  /** A pointer to this needs parentheses, and parameters stand in the right half. */
  default boolean isFunction(NameWriter out) throws DemanglingException {
    return false;
  }

  /** A pointer to this needs parentheses, and the extent stands in the right half. */
  default boolean isArray(NameWriter out) throws DemanglingException {
    return false;
  }

  /** The left half ends inside parentheses, so that what is declared follows without a space. */
  default boolean isOpen(NameWriter out) throws DemanglingException {
    return false;
  }

  /** What this stands for: the argument behind a template parameter, else itself. */
  default Node target(NameWriter out) throws DemanglingException {
    return this;
  }

  /**
   * The last name without scope and template arguments: what constructors are called. Known from
   * the start, so that asking does not recurse.
   */
  default String baseName() {
    return "";
  }

  /** As an operand this needs no parentheses. */
  default boolean isSimple() {
    return false;
  }
}
