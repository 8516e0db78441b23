package dev.plumbline.agent;

import static java.util.Objects.requireNonNull;

import dev.plumbline.agent.settings.Setting;
import dev.plumbline.agent.settings.Settings;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.nio.file.StandardOpenOption;
import java.util.Locale;

/**
 * One line a message, with its weight, on the standard error or in a file, never on the standard
 * output. Not java.util.logging, which must not be touched before the application had the chance to
 * set its log manager. Thread-safe.
 */
final class AgentLog {
  private static final String PREFIX = "[plumbline] ";

  /** In the order of their weight. */
  enum Level {
    ERROR,
    WARN,
    INFO,
    DEBUG
  }

  private final PrintStream out;
  private final Level level;

  AgentLog(PrintStream out, Level level) {
    this.out = requireNonNull(out, "out");
    this.level = requireNonNull(level, "level");
  }

  /** A file that cannot be written is an error on the standard error, where the log goes then. */
  static AgentLog open(Settings settings, PrintStream standardError) {
    Level level = Level.valueOf(settings.text(Setting.LOG_LEVEL).toUpperCase(Locale.ROOT));
    AgentLog fallback = new AgentLog(standardError, level);
    if (!settings.isSet(Setting.LOG_FILE)) {
      return fallback;
    }
    try {
      OutputStream file =
          Files.newOutputStream(
              Paths.get(settings.text(Setting.LOG_FILE)),
              StandardOpenOption.CREATE,
              StandardOpenOption.APPEND);
      return new AgentLog(new PrintStream(file, true, StandardCharsets.UTF_8), level);
    } catch (IOException e) {
      fallback.error(
          settings.written(Setting.LOG_FILE)
              + ", cannot be written: "
              + FileFault.reason(e)
              + "; logging to the standard error");
      return fallback;
    }
  }

  void error(String message) {
    write(Level.ERROR, message);
  }

  void warn(String message) {
    write(Level.WARN, message);
  }

  void info(String message) {
    write(Level.INFO, message);
  }

  void debug(String message) {
    write(Level.DEBUG, message);
  }

  boolean isEnabled(Level other) {
    return other.compareTo(level) <= 0;
  }

  void write(Level messageLevel, String message) {
    if (isEnabled(messageLevel)) {
      out.println(PREFIX + messageLevel + ' ' + message.replace('\n', ' ').replace('\r', ' '));
    }
  }
}
