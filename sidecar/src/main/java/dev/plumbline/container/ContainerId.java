package dev.plumbline.container;

/**
 * Full id of a container: 64 lower-case hex digits, hence safe in a path. Immutable.
 *
 * @param text the digits
 */
public record ContainerId(String text) {
  /** Digits of an id. */
  public static final int LENGTH = 64;

  /** Refuses anything but 64 lower-case hex digits. */
  public ContainerId {
    if (!isId(text)) {
      throw new IllegalArgumentException(
          "container id of " + text.length() + " characters, expected 64 lower-case hex digits");
    }
  }

  /** Whether a text is the id of a container. */
  public static boolean isId(String text) {
    return text.length() == LENGTH && hexDigits(text, 0) == LENGTH;
  }

  /** Length of the run of hex digits at a place. */
  static int hexDigits(String text, int from) {
    int at = from;
    while (at < text.length() && isHex(text.charAt(at))) {
      at++;
    }
    return at - from;
  }

  private static boolean isHex(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
  }

  @Override
  public String toString() {
    return text;
  }
}
