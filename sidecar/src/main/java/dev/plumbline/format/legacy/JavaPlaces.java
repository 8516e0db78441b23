package dev.plumbline.format.legacy;

import dev.plumbline.pprof.PprofBuilder;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The methods behind a Java profile, a line each: {@code 0x5d package.Class.method (File.java:12)}.
 * The numbers that stand for them are no addresses. Confined to one read.
 */
final class JavaPlaces implements Places {
  private static final Pattern LINE = Pattern.compile("\\s*+0x([0-9a-f]++)\\s++(.*+)");

  private final Map<Long, String> methods = new HashMap<>();

  @Override
  public void line(String line) {
    Matcher matcher = LINE.matcher(line);
    if (matcher.matches()) {
      methods.put(Numbers.hex(matcher.group(1)), matcher.group(2).strip());
    }
  }

  @Override
  public void writeTo(PprofBuilder builder) {}

  @Override
  public int location(PprofBuilder builder, long address) {
    String method = methods.get(address);
    if (method == null) {
      builder.beginLocation(0, address, false);
      return builder.endLocation();
    }
    int open = openingParenthesis(method);
    if (open < 0) {
      return location(builder, method.contains("generated stub/JIT") ? "STUB" : method, "", 0);
    }
    String name = method.substring(0, open).strip();
    String place = method.substring(open + 1, method.length() - 1);
    int colon = place.lastIndexOf(':');
    String digits = place.substring(colon + 1);
    boolean isBelowZero = digits.startsWith("-");
    if (colon > 0 && Numbers.areDigits(isBelowZero ? digits.substring(1) : digits)) {
      long line = isBelowZero ? 0 : Numbers.of(digits);
      return location(builder, name, place.substring(0, colon), line);
    }
    return location(builder, name, place.substring(place.lastIndexOf('/') + 1), 0);
  }

  /** Of a place behind a blank, at the end; -1 without one. */
  private static int openingParenthesis(String method) {
    if (!method.endsWith(")")) {
      return -1;
    }
    int open = method.lastIndexOf('(');
    while (open > 0 && !Character.isWhitespace(method.charAt(open - 1))) {
      open = method.lastIndexOf('(', open - 1);
    }
    return open > 0 ? open : -1;
  }

  private static int location(PprofBuilder builder, String function, String file, long line) {
    int name = builder.string(function);
    int index = builder.function(name, name, builder.string(file), 0);
    builder.beginLocation(0, 0, false);
    builder.line(index, line, 0);
    return builder.endLocation();
  }
}
