package dev.plumbline.tree;

/** A selection has more different stacks than one query may hold. */
public final class TooLargeException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** More than so many positions in stacks. */
  public TooLargeException(int nodes) {
    this(nodes, "stack positions");
  }

  private TooLargeException(int most, String what) {
    this("has more than " + most + " different " + what);
  }

  private TooLargeException(String what) {
    super("the selection " + what + ": choose a shorter range or a filter");
  }

  /** A download would have more than so many samples. */
  public static TooLargeException ofSamples(int samples) {
    return new TooLargeException(samples, "samples");
  }

  /** More than so many bytes of memory would be needed. */
  public static TooLargeException ofMemory(long bytes) {
    return new TooLargeException("needs more than " + (bytes >> 20) + " MiB of memory");
  }

  static TooLargeException ofFunctions(int functions) {
    return new TooLargeException(functions, "functions");
  }
}
