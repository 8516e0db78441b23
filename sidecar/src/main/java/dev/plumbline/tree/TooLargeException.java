package dev.plumbline.tree;

/** A selection has more different stacks than one query may hold. */
public final class TooLargeException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** More than so many positions in stacks. */
  public TooLargeException(int nodes) {
    this(nodes, "stack positions");
  }

  private TooLargeException(int most, String what) {
    super(
        "the selection has more than "
            + most
            + " different "
            + what
            + ": choose a shorter range or a filter");
  }

  static TooLargeException ofFunctions(int functions) {
    return new TooLargeException(functions, "functions");
  }
}
