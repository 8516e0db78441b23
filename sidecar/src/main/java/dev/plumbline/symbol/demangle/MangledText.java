package dev.plumbline.symbol.demangle;

/** A cursor over a mangled name. Reading past the end gives NUL. Confined to one call. */
final class MangledText {
  private final String text;
  private int at;

  MangledText(String text, int start) {
    this.text = text;
    this.at = start;
  }

  int position() {
    return at;
  }

  void moveTo(int position) {
    at = position;
  }

  boolean isAtEnd() {
    return at >= text.length();
  }

  char peek() {
    return peek(0);
  }

  char peek(int ahead) {
    int place = at + ahead;
    return place < text.length() ? text.charAt(place) : '\0';
  }

  char next() {
    char c = peek();
    at++;
    return c;
  }

  void skip(int count) {
    at += count;
  }

  boolean take(char expected) {
    if (peek() != expected) {
      return false;
    }
    at++;
    return true;
  }

  boolean take(String expected) {
    if (!text.startsWith(expected, at)) {
      return false;
    }
    at += expected.length();
    return true;
  }

  void expect(char expected) throws DemanglingException {
    if (!take(expected)) {
      throw new DemanglingException();
    }
  }

  boolean isDigit() {
    return isDigit(peek());
  }

  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** A decimal number without sign, below 10^8: longer ones are in no real name. */
  int number() throws DemanglingException {
    if (!isDigit()) {
      throw new DemanglingException();
    }
    int value = 0;
    while (isDigit()) {
      value = value * 10 + (next() - '0');
      if (value >= 100_000_000) {
        throw new DemanglingException();
      }
    }
    return value;
  }

  /** The digits of a number as text, with '-' where it begins with 'n'; empty without digits. */
  String signedDigits() {
    String sign = take('n') ? "-" : "";
    int start = at;
    while (isDigit()) {
      at++;
    }
    return sign + text.substring(start, at);
  }

  /** The next characters. */
  String take(int count) throws DemanglingException {
    if (count < 0 || count > text.length() - at) {
      throw new DemanglingException();
    }
    at += count;
    return text.substring(at - count, at);
  }

  /** A sequence number in base 36 that ends in '_': "_" is 0, "0_" is 1. */
  int sequence() throws DemanglingException {
    if (take('_')) {
      return 0;
    }
    int value = 0;
    while (!take('_')) {
      int digit = Character.digit(peek(), 36);
      if (digit < 0 || Character.isLowerCase(peek()) || value > 1_000_000) {
        throw new DemanglingException();
      }
      at++;
      value = value * 36 + digit;
    }
    return value + 1;
  }

  /** A decimal sequence number that ends in '_': "_" is 0, "0_" is 1. */
  int decimalSequence() throws DemanglingException {
    int value = isDigit() ? number() + 1 : 0;
    expect('_');
    return value;
  }
}
