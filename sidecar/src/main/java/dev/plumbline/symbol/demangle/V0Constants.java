package dev.plumbline.symbol.demangle;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Constants in generic arguments of Rust v0 names. Confined to one call. */
final class V0Constants {
  private final V0Parser parser;

  V0Constants(V0Parser parser) {
    this.parser = parser;
  }

  /**
   * A constant.
   *
   * @param isInExpression else compound values stand in braces
   */
  void constant(boolean isInExpression) throws DemanglingException {
    parser.nested(() -> constantHere(isInExpression));
  }

  private void constantHere(boolean isInExpression) throws DemanglingException {
    MangledText in = parser.in;
    if (in.peek() == 'B') {
      parser.backReference(() -> constant(isInExpression));
      return;
    }
    char tag = in.next();
    switch (tag) {
      case 'p' -> parser.write("_");
      case 'h', 't', 'm', 'y', 'o', 'j' -> parser.write(unsigned());
      case 'a', 's', 'l', 'x', 'n', 'i' -> {
        parser.write(in.take('n') ? "-" : "");
        parser.write(unsigned());
      }
      case 'b' -> parser.write(value(1) == 1 ? "true" : "false");
      case 'c' -> {
        int point = value(Character.MAX_CODE_POINT);
        parser.write("'" + escaped(Character.toString(point), '\'') + "'");
      }
      case 'e', 'R', 'Q', 'A', 'T', 'V' -> {
        boolean isBare = isInExpression || (tag == 'R' && in.peek() == 'e');
        parser.write(isBare ? "" : "{");
        compound(tag);
        parser.write(isBare ? "" : "}");
      }
      default -> throw new DemanglingException();
    }
  }

  private void compound(char tag) throws DemanglingException {
    switch (tag) {
      case 'e' -> {
        parser.write("*");
        text();
      }
      case 'R' -> {
        if (parser.in.take('e')) {
          text();
        } else {
          parser.write("&");
          constant(true);
        }
      }
      case 'Q' -> {
        parser.write("&mut ");
        constant(true);
      }
      case 'A' -> {
        parser.write("[");
        parser.list(", ", () -> constant(true));
        parser.write("]");
      }
      case 'T' -> {
        parser.write("(");
        int count = parser.list(", ", () -> constant(true));
        parser.write(count == 1 ? ",)" : ")");
      }
      default -> variant();
    }
  }

  /** A value of a structure or of a variant of an enumeration. */
  private void variant() throws DemanglingException {
    parser.paths.path("::<");
    switch (parser.in.next()) {
      case 'U' -> {}
      case 'T' -> {
        parser.write("(");
        parser.list(", ", () -> constant(true));
        parser.write(")");
      }
      case 'S' -> {
        parser.write(" { ");
        parser.list(", ", this::field);
        parser.write(" }");
      }
      default -> throw new DemanglingException();
    }
  }

  private void field() throws DemanglingException {
    parser.tagged('s');
    parser.write(parser.identifier() + ": ");
    constant(true);
  }

  /** Hexadecimal digits up to '_', without leading zeros. */
  private String digits() throws DemanglingException {
    StringBuilder digits = new StringBuilder();
    while (!parser.in.take('_')) {
      char c = parser.in.next();
      if (!MangledText.isDigit(c) && (c < 'a' || c > 'f')) {
        throw new DemanglingException();
      }
      digits.append(c);
    }
    return digits.toString();
  }

  private String unsigned() throws DemanglingException {
    String digits = digits();
    String significant = digits.replaceFirst("^0+", "");
    if (significant.length() > 16) {
      return "0x" + significant;
    }
    return significant.isEmpty() ? "0" : new BigInteger(significant, 16).toString();
  }

  private int value(int max) throws DemanglingException {
    String digits = digits();
    if (digits.isEmpty() || digits.length() > 7) {
      throw new DemanglingException();
    }
    int value = Integer.parseInt(digits, 16);
    if (value > max) {
      throw new DemanglingException();
    }
    return value;
  }

  private void text() throws DemanglingException {
    String digits = digits();
    if (digits.length() % 2 != 0) {
      throw new DemanglingException();
    }
    try {
      ByteBuffer bytes = ByteBuffer.wrap(HexFormat.of().parseHex(digits));
      String text = StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
      parser.write("\"" + escaped(text, '"') + "\"");
    } catch (CharacterCodingException e) { // no text: no name of a Rust compiler
      throw new DemanglingException();
    }
  }

  private static String escaped(String text, char quote) {
    StringBuilder escaped = new StringBuilder();
    text.codePoints().forEach(point -> escape(escaped, point, quote));
    return escaped.toString();
  }

  private static void escape(StringBuilder out, int point, char quote) {
    if (point == quote || point == '\\') {
      out.append('\\').append((char) point);
    } else if (point == '\n') {
      out.append("\\n");
    } else if (point == '\r') {
      out.append("\\r");
    } else if (point == '\t') {
      out.append("\\t");
    } else if (point == 0) {
      out.append("\\0");
    } else if (Character.isISOControl(point) || !Character.isDefined(point)) {
      out.append("\\u{").append(Integer.toHexString(point)).append('}');
    } else {
      out.appendCodePoint(point);
    }
  }
}
