package dev.plumbline.sampling;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads {@code profiles.period}: an integer, <code>${param}</code>, or <code>${param:hz}</code>,
 * which is 10⁹ divided by the parameter. A parameter's value is an integer in the period's unit; if
 * that is nanoseconds it may be a duration ({@code 10ms}), if bytes a size ({@code 512k}).
 */
final class PeriodText {
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final Pattern REFERENCE = Pattern.compile("\\$\\{([^}:]+)(?::([^}]*))?}");
  private static final Pattern QUANTITY = Pattern.compile("([0-9]{1,18})\\s*([a-z]*)");

  private final String dataSourceName;
  private final String unit;
  private final Map<String, String> parameters = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  PeriodText(String dataSourceName, String unit, Map<String, String> parameters) {
    this.dataSourceName = dataSourceName;
    this.unit = unit;
    this.parameters.putAll(parameters);
  }

  /**
   * @throws MappingException if that is no period of 1 or more
   */
  long parse(String text) {
    Matcher reference = REFERENCE.matcher(text.trim());
    if (!reference.matches()) {
      return positive(text, quantity(text));
    }
    String name = reference.group(1).trim();
    String value = parameters.get(name);
    if (value == null) {
      throw refused("names parameter \"" + name + "\", expected one of " + parameters.keySet());
    }
    String conversion = reference.group(2);
    if (conversion == null) {
      return positive(text, quantity(value));
    }
    if (!conversion.equals("hz")) {
      throw refused("converts by \"" + conversion + "\", expected \"hz\"");
    }
    long frequency = positive(text, integer(value, value.trim()));
    return positive(text, (NANOS_PER_SECOND + frequency / 2) / frequency);
  }

  private long positive(String text, long value) {
    if (value < 1) {
      throw refused("\"" + text + "\" is " + value + ", expected 1 or more");
    }
    return value;
  }

  private long quantity(String text) {
    Matcher matcher = QUANTITY.matcher(text.trim().toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw notANumber(text);
    }
    long number = integer(text, matcher.group(1));
    try {
      return Math.multiplyExact(number, factor(text, matcher.group(2)));
    } catch (ArithmeticException overflow) {
      throw refused("\"" + text + "\" is more than " + Long.MAX_VALUE + " " + unit);
    }
  }

  private long integer(String text, String digits) {
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException e) {
      throw notANumber(text);
    }
  }

  private MappingException notANumber(String text) {
    return refused("is \"" + text + "\", expected an integer, ${parameter} or ${parameter:hz}");
  }

  private long factor(String text, String suffix) {
    if (suffix.isEmpty()) {
      return 1;
    }
    if (unit.equals("nanoseconds")) {
      switch (suffix) {
        case "ns":
          return 1;
        case "us":
          return 1_000;
        case "ms":
          return 1_000_000;
        case "s":
          return NANOS_PER_SECOND;
        default:
          throw notANumber(text);
      }
    }
    if (unit.equals("bytes")) {
      switch (suffix) {
        case "b":
          return 1;
        case "k":
        case "kb":
        case "kib":
          return 1L << 10;
        case "m":
        case "mb":
        case "mib":
          return 1L << 20;
        case "g":
        case "gb":
        case "gib":
          return 1L << 30;
        default:
          throw notANumber(text);
      }
    }
    throw notANumber(text);
  }

  private MappingException refused(String why) {
    return new MappingException(
        "data source \"" + dataSourceName + "\": " + ProfileAnnotations.PERIOD + " " + why);
  }
}
