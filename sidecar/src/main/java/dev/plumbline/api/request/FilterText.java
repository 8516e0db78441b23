package dev.plumbline.api.request;

import dev.plumbline.pattern.BadPatternException;
import dev.plumbline.scan.Condition;
import dev.plumbline.scan.Condition.Operator;

/** {@code KEY=VALUE} and its kin: the key ends at the first operator, the value is verbatim. */
final class FilterText {
  private FilterText() {}

  static Condition parse(String name, String text) throws ApiException {
    StringBuilder key = new StringBuilder();
    int i = 0;
    while (i < text.length() && text.charAt(i) != '=' && text.charAt(i) != '!') {
      if (text.charAt(i) == '\\' && i + 1 < text.length()) {
        i++;
      }
      key.append(text.charAt(i++));
    }
    for (Operator operator : new Operator[] {Operator.MATCHES, Operator.IS_NOT}) {
      if (text.startsWith(operator.sign(), i)) {
        return condition(name, text, key, operator, i);
      }
    }
    for (Operator operator : new Operator[] {Operator.DOES_NOT_MATCH, Operator.IS}) {
      if (text.startsWith(operator.sign(), i)) {
        return condition(name, text, key, operator, i);
      }
    }
    throw malformed(name, text);
  }

  private static Condition condition(
      String name, String text, StringBuilder key, Operator operator, int at) throws ApiException {
    if (key.length() == 0) {
      throw malformed(name, text);
    }
    try {
      String value = text.substring(at + operator.sign().length());
      return Condition.of(key.toString(), operator, value);
    } catch (BadPatternException e) {
      throw ApiException.badParameter(name, text, "a filter; " + e.getMessage());
    }
  }

  private static ApiException malformed(String name, String text) {
    return ApiException.badParameter(name, text, "KEY=VALUE, KEY!=VALUE, KEY=~REGEX or KEY!~REGEX");
  }
}
