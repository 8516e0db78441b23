package dev.plumbline.wire;

/**
 * Text as receivers take it: valid UTF-16 (so that its UTF-8 is valid too: one lone surrogate makes
 * an official runtime refuse the whole request) and bounded in bytes, cut only between characters
 * (§8, items 6 and 13, of the OTLP study). Stateless.
 */
public final class WireText {
  /** Longest string of the string table; Pyroscope cuts longer symbols. */
  public static final int MAX_STRING_BYTES = 65_535;

  /** Longest attribute value; Pyroscope refuses a whole profile for a longer one. */
  public static final int MAX_VALUE_BYTES = 2_048;

  /** Longest attribute key. */
  public static final int MAX_KEY_BYTES = 1_024;

  private static final char REPLACEMENT = '\uFFFD';

  private WireText() {}

  /**
   * That text with each lone surrogate replaced by U+FFFD, cut to at most {@code maxBytes} of
   * UTF-8; the same instance if there was nothing to do.
   */
  public static String wellFormed(String text, int maxBytes) {
    int bytes = 0;
    int length = text.length();
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      int size;
      if (Character.isSurrogate(c)) {
        if (!startsPair(text, i)) {
          return rebuilt(text, maxBytes);
        }
        i++;
        size = 4;
      } else {
        size = utf8Size(c);
      }
      bytes += size;
      if (bytes > maxBytes) {
        return rebuilt(text, maxBytes);
      }
    }
    return text;
  }

  /** Bytes of the UTF-8 form of a text that {@link #wellFormed} returned. */
  public static int utf8Length(String wellFormed) {
    int bytes = 0;
    int length = wellFormed.length();
    for (int i = 0; i < length; i++) {
      char c = wellFormed.charAt(i);
      // Both halves of a pair together make four bytes.
      bytes += Character.isSurrogate(c) ? 2 : utf8Size(c);
    }
    return bytes;
  }

  private static String rebuilt(String text, int maxBytes) {
    StringBuilder kept = new StringBuilder(Math.min(text.length(), maxBytes));
    int bytes = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean pair = startsPair(text, i);
      char written = !pair && Character.isSurrogate(c) ? REPLACEMENT : c;
      bytes += pair ? 4 : utf8Size(written);
      if (bytes > maxBytes) {
        break;
      }
      kept.append(written);
      if (pair) {
        i++;
        kept.append(text.charAt(i));
      }
    }
    return kept.toString();
  }

  private static boolean startsPair(String text, int index) {
    return Character.isHighSurrogate(text.charAt(index))
        && index + 1 < text.length()
        && Character.isLowSurrogate(text.charAt(index + 1));
  }

  private static int utf8Size(char c) {
    return c < 0x80 ? 1 : c < 0x800 ? 2 : 3;
  }
}
