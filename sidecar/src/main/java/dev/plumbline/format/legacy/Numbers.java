package dev.plumbline.format.legacy;

/** Numbers of a text, which may be longer than any that can be meant. Stateless. */
final class Numbers {
  private static final int MAX_DIGITS = 18;
  private static final int MAX_HEX_DIGITS = 16;
  private static final String HEX = "0x";

  private Numbers() {}

  /** 0 for one that cannot be meant. */
  static long of(String digits) {
    return digits.length() > MAX_DIGITS ? 0 : Long.parseLong(digits);
  }

  /** Without {@code 0x}; 0 for one that cannot be meant. */
  static long hex(String digits) {
    return digits.length() > MAX_HEX_DIGITS ? 0 : Long.parseUnsignedLong(digits, 16);
  }

  /** Whether there is at least one digit, and nothing else. */
  static boolean areDigits(String text) {
    return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  /** Whether that is nothing but words such as {@code 0x43a0d6} behind blanks. */
  static boolean areAddresses(String text) {
    int position = 0;
    while (position < text.length()) {
      int start = position;
      position = past(text, position, " ");
      if (position == text.length()) {
        return true;
      }
      int digits = position + HEX.length();
      if (position == start || !text.startsWith(HEX, position)) {
        return false;
      }
      position = past(text, digits, "0123456789abcdef");
      if (position == digits) {
        return false;
      }
    }
    return true;
  }

  private static int past(String text, int from, String characters) {
    int position = from;
    while (position < text.length() && characters.indexOf(text.charAt(position)) >= 0) {
      position++;
    }
    return position;
  }

  /**
   * Words such as {@code 0x43a0d6}, between blanks.
   *
   * @param words {@link #areAddresses}
   */
  static long[] addresses(String words) {
    String trimmed = words.trim();
    if (trimmed.isEmpty()) {
      return new long[0];
    }
    String[] each = trimmed.split(" +", -1);
    long[] addresses = new long[each.length];
    for (int i = 0; i < each.length; i++) {
      addresses[i] = hex(each[i].substring(HEX.length()));
    }
    return addresses;
  }

  /** Bytes and objects of a sample that was taken the more likely the larger it was. */
  static long[] unsampled(long count, long bytes, long rate) {
    if (rate <= 1 || count == 0 || bytes == 0) {
      return new long[] {count, bytes};
    }
    double average = (double) bytes / count;
    double scale = 1 / (1 - Math.exp(-average / rate));
    return new long[] {(long) (count * scale), (long) (bytes * scale)};
  }
}
