package dev.plumbline.javaname;

import java.nio.charset.StandardCharsets;

/**
 * Text as JVMs hand it to native code: UTF-8, but with each half of a surrogate pair in three bytes
 * and NUL in two. Recorders write it as if it were UTF-8, so names with characters beyond the basic
 * plane come out broken unless they are read as what they are. Stateless.
 */
public final class ModifiedUtf8 {
  private static final int SURROGATE_LEAD = 0xed;
  private static final int SURROGATE_SECOND = 0xa0;
  private static final int NUL_LEAD = 0xc0;

  private ModifiedUtf8() {}

  /** Whether plain UTF-8 would not do. */
  public static boolean isNeeded(byte[] bytes) {
    for (int i = 0; i + 1 < bytes.length; i++) {
      int lead = bytes[i] & 0xff;
      if (lead == NUL_LEAD
          || (lead == SURROGATE_LEAD && (bytes[i + 1] & 0xff) >= SURROGATE_SECOND)) {
        return true;
      }
    }
    return false;
  }

  /** The text; what is neither form is replaced as in UTF-8. */
  public static String decode(byte[] bytes) {
    if (!isNeeded(bytes)) {
      return new String(bytes, StandardCharsets.UTF_8);
    }
    StringBuilder text = new StringBuilder(bytes.length);
    int plainStart = 0;
    int i = 0;
    while (i < bytes.length) {
      int special = specialLength(bytes, i);
      if (special == 0) {
        i++;
        continue;
      }
      text.append(new String(bytes, plainStart, i - plainStart, StandardCharsets.UTF_8));
      text.append(special == 2 ? '\0' : threeBytes(bytes, i));
      i += special;
      plainStart = i;
    }
    text.append(new String(bytes, plainStart, i - plainStart, StandardCharsets.UTF_8));
    return text.toString();
  }

  /** 3 for half a pair, 2 for NUL, 0 for anything that UTF-8 knows. */
  private static int specialLength(byte[] bytes, int at) {
    int lead = bytes[at] & 0xff;
    if (lead == NUL_LEAD && at + 1 < bytes.length && (bytes[at + 1] & 0xff) == 0x80) {
      return 2;
    }
    boolean isHalf =
        lead == SURROGATE_LEAD
            && at + 2 < bytes.length
            && (bytes[at + 1] & 0xff) >= SURROGATE_SECOND
            && (bytes[at + 1] & 0xc0) == 0x80
            && (bytes[at + 2] & 0xc0) == 0x80;
    return isHalf ? 3 : 0;
  }

  private static char threeBytes(byte[] bytes, int at) {
    return (char)
        (((bytes[at] & 0x0f) << 12) | ((bytes[at + 1] & 0x3f) << 6) | (bytes[at + 2] & 0x3f));
  }
}
