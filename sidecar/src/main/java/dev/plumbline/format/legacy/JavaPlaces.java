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
  private static final Pattern LINE = Pattern.compile("\\s*0x([0-9a-f]+)\\s+(.*?)\\s*");
  private static final Pattern FILE_AND_LINE = Pattern.compile("(.*)\\s+\\((.+):(-?[0-9]+)\\)");
  private static final Pattern LIBRARY = Pattern.compile("(.*)\\s+\\((?:.*/)?(.*)\\)");

  private final Map<Long, String> methods = new HashMap<>();

  @Override
  public void line(String line) {
    Matcher matcher = LINE.matcher(line);
    if (matcher.matches()) {
      methods.put(Numbers.hex(matcher.group(1)), matcher.group(2));
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
    Matcher line = FILE_AND_LINE.matcher(method);
    Matcher library = LIBRARY.matcher(method);
    if (line.matches()) {
      String digits = line.group(3);
      long number = digits.startsWith("-") ? 0 : Numbers.of(digits);
      return location(builder, line.group(1), line.group(2), number);
    }
    if (library.matches()) {
      return location(builder, library.group(1), library.group(2), 0);
    }
    return location(builder, method.contains("generated stub/JIT") ? "STUB" : method, "", 0);
  }

  private static int location(PprofBuilder builder, String function, String file, long line) {
    int name = builder.string(function);
    int index = builder.function(name, name, builder.string(file), 0);
    builder.beginLocation(0, 0, false);
    builder.line(index, line, 0);
    return builder.endLocation();
  }
}
