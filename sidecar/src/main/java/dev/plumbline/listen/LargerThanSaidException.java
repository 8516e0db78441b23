package dev.plumbline.listen;

/**
 * A body becomes more than it said, and more than there is room for beside others: its request is
 * handled once more, alone. A handler throws it before it has done anything else.
 */
public final class LargerThanSaidException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public LargerThanSaidException() {
    super("larger than said", null, false, false);
  }
}
