package dev.plumbline.agent;

import static java.util.Objects.requireNonNull;

import dev.plumbline.export.transport.NettyLogging;
import dev.plumbline.fault.FaultText;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/**
 * Leads the exporter's java.util.logging into the agent's log, past the application's handlers. The
 * logger is held, since the log manager holds it weakly. A reset of the log manager, by the
 * application or at the JVM's end, takes all handlers away; this one comes back. Thread-safe.
 */
final class LibraryLog extends Handler {
  private static final String ROOT = "dev.plumbline";

  /** A cause may be its own. */
  private static final int MAX_CAUSES = 10;

  private final AgentLog log;
  private final Logger logger = Logger.getLogger(ROOT);
  private final SimpleFormatter formatter = new SimpleFormatter();
  private volatile boolean isEnded;

  private LibraryLog(AgentLog log) {
    this.log = requireNonNull(log, "log");
  }

  /** To be called as late as possible: it makes the JVM choose its log manager. */
  static LibraryLog install(AgentLog log) {
    LibraryLog handler = new LibraryLog(log);
    handler.setLevel(Level.ALL);
    handler.logger.setUseParentHandlers(false);
    handler.logger.setLevel(log.isEnabled(AgentLog.Level.DEBUG) ? Level.FINE : Level.INFO);
    handler.logger.addHandler(handler);
    return handler;
  }

  @Override
  public void publish(LogRecord entry) {
    String message = formatter.formatMessage(entry);
    Throwable thrown = entry.getThrown();
    log.write(level(entry), thrown == null ? message : message + ": " + causes(thrown));
  }

  /** What libraries tell of themselves is for those who look for a fault of ours. */
  private static AgentLog.Level level(LogRecord entry) {
    AgentLog.Level level = levelOf(entry.getLevel());
    String name = entry.getLoggerName();
    boolean isOfLibrary = name != null && name.startsWith(NettyLogging.PREFIX);
    return isOfLibrary && level == AgentLog.Level.INFO ? AgentLog.Level.DEBUG : level;
  }

  /** A stack trace would be many lines; what it says first and last is on one. */
  private static String causes(Throwable thrown) {
    Throwable root = thrown;
    for (int i = 0; i < MAX_CAUSES && root.getCause() != null; i++) {
      root = root.getCause();
    }
    String said = FaultText.of(thrown);
    return root == thrown ? said : said + ", caused by " + FaultText.of(root);
  }

  private static AgentLog.Level levelOf(Level level) {
    if (level.intValue() >= Level.SEVERE.intValue()) {
      return AgentLog.Level.ERROR;
    }
    if (level.intValue() >= Level.WARNING.intValue()) {
      return AgentLog.Level.WARN;
    }
    return level.intValue() >= Level.INFO.intValue() ? AgentLog.Level.INFO : AgentLog.Level.DEBUG;
  }

  @Override
  public void flush() {}

  /** Called by the log manager, after it has taken the handler away. */
  @Override
  public void close() {
    if (!isEnded) {
      logger.addHandler(this);
    }
  }

  /** From now on the exporter's log goes nowhere. */
  void end() {
    isEnded = true;
    logger.removeHandler(this);
  }
}
