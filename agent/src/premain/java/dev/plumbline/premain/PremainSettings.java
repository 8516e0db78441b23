package dev.plumbline.premain;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The few settings that count before the core can read them all: an argument, else a system
 * property, else a variable. Quotes and the configuration file are the core's. Immutable.
 */
final class PremainSettings {
  private final String arguments;

  PremainSettings(String arguments) {
    this.arguments = "," + arguments + ",";
  }

  /** Null if it is written nowhere. */
  @Nullable String text(String name) {
    String key = "," + name + "=";
    int start = arguments.lastIndexOf(key);
    if (start >= 0) {
      start += key.length();
      return arguments.substring(start, arguments.indexOf(',', start));
    }
    return outside("plumbline." + name);
  }

  /** The kill switch works before anything of the core is loaded. */
  boolean isSwitchedOff() {
    return "false".equalsIgnoreCase(text("enabled"))
        || "true".equalsIgnoreCase(outside("otel.sdk.disabled"));
  }

  boolean isSynchronous() {
    return "sync".equals(text("start"));
  }

  private static @Nullable String outside(String property) {
    String value = System.getProperty(property);
    return value != null
        ? value
        : System.getenv(property.toUpperCase(Locale.ROOT).replace('.', '_'));
  }
}
