package dev.plumbline.export;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Warnings of a class, from the beginning to the close. Thread-safe. */
final class LoggedWarnings extends Handler {
  private final Logger logger;
  private final List<String> lines = new CopyOnWriteArrayList<>();

  private LoggedWarnings(Logger logger) {
    this.logger = logger;
  }

  static LoggedWarnings of(Class<?> type) {
    LoggedWarnings lines = new LoggedWarnings(Logger.getLogger(type.getName()));
    lines.logger.addHandler(lines);
    return lines;
  }

  List<String> lines() {
    return List.copyOf(lines);
  }

  @Override
  public void publish(LogRecord line) {
    if (line.getLevel() == Level.WARNING) {
      lines.add(line.getMessage());
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
  }
}
