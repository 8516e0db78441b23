package dev.plumbline.premain;

import java.io.File;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The few settings that count before the core can read them all: an argument, else a system
 * property, else a variable. Immutable.
 */
final class PremainSettings {
  private final String arguments;

  PremainSettings(String arguments) {
    this.arguments = arguments;
  }

  /** Null if it is written nowhere but, maybe, in the file. */
  @Nullable String text(String name) {
    String argument = argument(name);
    return argument != null ? argument : outside("plumbline." + name);
  }

  /** As {@link #text}, and under it what the configuration file says; reads that file. */
  @Nullable String textOrFile(String name) {
    String text = text(name);
    String file = text == null ? text("config") : null;
    return file == null ? text : JvmSection.text(new File(file), name);
  }

  /** The kill switch works before anything of the core is loaded, and before a file is read. */
  boolean isSwitchedOff() {
    return isFalse(text("enabled")) || "true".equalsIgnoreCase(outside("otel.sdk.disabled"));
  }

  boolean isSwitchedOffInFile() {
    return isFalse(textOrFile("enabled"));
  }

  boolean isSynchronous() {
    return "sync".equals(text("start"));
  }

  boolean isHelpAsked() {
    return argument("help") != null;
  }

  /** By the words that the core takes. */
  private static boolean isFalse(@Nullable String text) {
    return "false".equalsIgnoreCase(text)
        || "off".equalsIgnoreCase(text)
        || "no".equalsIgnoreCase(text)
        || "0".equals(text);
  }

  /** Splits as the core does; of equal names the last one holds. */
  private @Nullable String argument(String name) {
    String found = null;
    StringBuilder current = new StringBuilder();
    char quote = 0;
    for (int i = 0; i <= arguments.length(); i++) {
      char c = i < arguments.length() ? arguments.charAt(i) : ',';
      if (i == arguments.length() || (quote == 0 && c == ',')) {
        String value = value(current.toString(), name);
        found = value == null ? found : value;
        current.setLength(0);
      } else if (c == '\\' && isEscape(i)) {
        current.append(arguments.charAt(++i));
      } else if (c == quote) {
        quote = 0;
      } else if (quote == 0 && (c == '"' || c == '\'') && startsValue(current)) {
        quote = c;
      } else {
        current.append(c);
      }
    }
    return found;
  }

  private boolean isEscape(int backslash) {
    return backslash + 1 < arguments.length()
        && ",\\\"'".indexOf(arguments.charAt(backslash + 1)) >= 0;
  }

  private static boolean startsValue(StringBuilder current) {
    return current.length() == 0 || current.charAt(current.length() - 1) == '=';
  }

  /** Of that argument if it has that name, else null; a name alone means true. */
  private static @Nullable String value(String argument, String name) {
    int equals = argument.indexOf('=');
    String written = equals < 0 ? argument : argument.substring(0, equals);
    if (!written.trim().equals(name)) {
      return null;
    }
    return equals < 0 ? "true" : argument.substring(equals + 1).trim();
  }

  private static @Nullable String outside(String property) {
    String value = System.getProperty(property);
    return value != null
        ? value
        : System.getenv(property.toUpperCase(Locale.ROOT).replace('.', '_'));
  }
}
