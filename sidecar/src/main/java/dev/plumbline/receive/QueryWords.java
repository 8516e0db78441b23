package dev.plumbline.receive;

/** Words of a query in an answer to who sent them. Stateless. */
final class QueryWords {
  private static final int SHOWN_CHARACTERS = 40;

  private QueryWords() {}

  /** In quotes, as far as it is needed to be known again. */
  static String quoted(String text) {
    return '"' + text.substring(0, Math.min(text.length(), SHOWN_CHARACTERS)) + '"';
  }
}
