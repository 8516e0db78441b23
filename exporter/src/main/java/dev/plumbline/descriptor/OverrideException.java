package dev.plumbline.descriptor;

/** Text of {@code --annotate} that is not in one of its two formats. */
public final class OverrideException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public OverrideException(String message) {
    super(message);
  }
}
