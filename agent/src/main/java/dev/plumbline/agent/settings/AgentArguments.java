package dev.plumbline.agent.settings;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The text behind {@code -javaagent:jar=}: {@code name=value} pairs between commas. A value with
 * commas is quoted ({@code "a,b"} or {@code 'a,b'}) or escapes them with a backslash. A name alone
 * means {@code true}. Immutable.
 */
public final class AgentArguments {
  /** Nothing that a person writes is longer. */
  static final int MAX_LENGTH = 64 * 1024;

  private final Map<String, String> values;
  private final List<String> problems;

  private AgentArguments(Map<String, String> values, List<String> problems) {
    this.values = Collections.unmodifiableMap(values);
    this.problems = Collections.unmodifiableList(problems);
  }

  public static AgentArguments parse(String text) {
    Map<String, String> values = new LinkedHashMap<>();
    List<String> problems = new ArrayList<>();
    if (text.length() > MAX_LENGTH) {
      problems.add(
          "agent arguments have " + text.length() + " characters, expected at most " + MAX_LENGTH);
      return new AgentArguments(values, problems);
    }
    for (String argument : split(text, problems)) {
      int equals = argument.indexOf('=');
      String name = (equals < 0 ? argument : argument.substring(0, equals)).trim();
      if (!name.isEmpty()) {
        values.put(name, equals < 0 ? "true" : argument.substring(equals + 1).trim());
      } else if (equals >= 0) {
        problems.add("agent argument \"" + argument + "\" has no name before \"=\"");
      }
    }
    return new AgentArguments(values, problems);
  }

  /** Splits at commas outside quotes; quotes stand only at a value's start and end. */
  private static List<String> split(String text, List<String> problems) {
    List<String> arguments = new ArrayList<>();
    StringBuilder current = new StringBuilder();
    char quote = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && i + 1 < text.length() && isEscapable(text.charAt(i + 1))) {
        current.append(text.charAt(++i));
      } else if (quote != 0) {
        if (c == quote) {
          quote = 0;
        } else {
          current.append(c);
        }
      } else if ((c == '"' || c == '\'') && startsValue(current)) {
        quote = c;
      } else if (c == ',') {
        arguments.add(current.toString());
        current.setLength(0);
      } else {
        current.append(c);
      }
    }
    if (quote != 0) {
      problems.add("agent arguments: the quote " + quote + " is never closed");
    }
    arguments.add(current.toString());
    return arguments;
  }

  private static boolean isEscapable(char c) {
    return c == ',' || c == '\\' || c == '"' || c == '\'';
  }

  private static boolean startsValue(StringBuilder current) {
    return current.length() == 0 || current.charAt(current.length() - 1) == '=';
  }

  /** In the order of the text; of equal names the last one holds. Unmodifiable. */
  public Map<String, String> values() {
    return values;
  }

  /** One line each; unmodifiable. */
  public List<String> problems() {
    return problems;
  }
}
