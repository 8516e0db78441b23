package dev.plumbline.agent;

import static java.util.Objects.requireNonNull;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
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

  /**
   * @param file empty for the standard error
   * @throws IOException if the file cannot be written
   */
  static AgentLog open(String levelName, String file) throws IOException {
    Level level = Level.valueOf(levelName.toUpperCase(Locale.ROOT));
    PrintStream out =
        file.isEmpty()
            ? System.err
            : new PrintStream(
                new FileOutputStream(file, true), true, StandardCharsets.UTF_8.name());
    return new AgentLog(out, level);
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
