package dev.plumbline.symbol.demangle;

/** Identifiers with other letters than ASCII (RFC 3492), with '_' for '-'. Pure functions. */
final class Punycode {
  private static final int BASE = 36;
  private static final int MIN_THRESHOLD = 1;
  private static final int MAX_THRESHOLD = 26;
  private static final int SKEW = 38;
  private static final int DAMP = 700;
  private static final int FIRST_BIAS = 72;
  private static final int FIRST_POINT = 128;

  /** Longest identifier in code points. */
  private static final int MAX_POINTS = 256;

  private Punycode() {}

  static String decode(String text) throws DemanglingException {
    int basic = text.lastIndexOf('_');
    StringBuilder points = new StringBuilder(basic < 0 ? "" : text.substring(0, basic));
    int point = FIRST_POINT;
    int bias = FIRST_BIAS;
    int index = 0;
    int at = basic + 1;
    while (at < text.length()) {
      int before = index;
      int weight = 1;
      for (int k = BASE; ; k += BASE) {
        int digit = at < text.length() ? digit(text.charAt(at++)) : -1;
        if (digit < 0 || weight > 1 << 24 || index > 1 << 24) {
          throw new DemanglingException();
        }
        index += digit * weight;
        int threshold = Math.min(Math.max(k - bias, MIN_THRESHOLD), MAX_THRESHOLD);
        if (digit < threshold) {
          break;
        }
        weight *= BASE - threshold;
      }
      int count = points.codePointCount(0, points.length()) + 1;
      bias = adapt(index - before, count, before == 0);
      point += index / count;
      index %= count;
      if (!Character.isValidCodePoint(point) || index < 0 || count > MAX_POINTS) {
        throw new DemanglingException();
      }
      points.insert(points.offsetByCodePoints(0, index++), Character.toChars(point));
    }
    return points.toString();
  }

  private static int digit(char c) {
    if (c >= 'a' && c <= 'z') {
      return c - 'a';
    }
    return MangledText.isDigit(c) ? c - '0' + 26 : -1;
  }

  private static int adapt(int delta, int count, boolean isFirst) {
    int rest = isFirst ? delta / DAMP : delta / 2;
    rest += rest / count;
    int k = 0;
    while (rest > (BASE - MIN_THRESHOLD) * MAX_THRESHOLD / 2) {
      rest /= BASE - MIN_THRESHOLD;
      k += BASE;
    }
    return k + (BASE - MIN_THRESHOLD + 1) * rest / (rest + SKEW);
  }
}
