package dev.plumbline.tree;

/** A selection has more different stacks than one query may hold. */
public final class TooLargeException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public TooLargeException(int nodes) {
    super(
        "the selection has more than "
            + nodes
            + " different stack positions: choose a shorter range or a filter");
  }
}
