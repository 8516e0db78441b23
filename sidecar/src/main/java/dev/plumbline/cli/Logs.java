package dev.plumbline.cli;

import dev.plumbline.output.TerminalText;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Log records as single lines on standard error: warnings, and with {@code -v} what leads there.
 */
final class Logs {
  /**
   * Netty's, which says once that a machine without a network card has none: its channels then have
   * random names, which nobody reads. Kept, since a level lasts as long as its logger.
   */
  private static final Logger HARDWARE_ADDRESS =
      Logger.getLogger("io.netty.util.internal.MacAddressUtil");

  private Logs() {}

  static void configure(PrintStream err, boolean verbose) {
    LogManager.getLogManager().reset();
    Logger root = Logger.getLogger("");
    root.setLevel(verbose ? Level.INFO : Level.WARNING);
    root.addHandler(new LineHandler(err));
    HARDWARE_ADDRESS.setLevel(Level.OFF);
  }

  /** Writes where the command writes, not where the JDK's handler would. */
  private static final class LineHandler extends Handler {
    private final PrintStream err;
    private final ForeignVoices foreign = new ForeignVoices(System::nanoTime);

    LineHandler(PrintStream err) {
      this.err = err;
      setFormatter(new LineFormatter());
    }

    @Override
    public void publish(LogRecord record) {
      if (isLoggable(record) && foreign.mayBeHeard(record.getLoggerName())) {
        err.println(getFormatter().format(record));
      }
    }

    @Override
    public void flush() {
      err.flush();
    }

    @Override
    public void close() {
      flush();
    }
  }

  private static final class LineFormatter extends Formatter {
    private static final int MAX_PLACES = 8;

    @Override
    public String format(LogRecord record) {
      String level = record.getLevel().intValue() >= Level.WARNING.intValue() ? "Warning: " : "";
      return level
          + TerminalText.of((formatMessage(record) + cause(record.getThrown())).replace('\n', ' '));
    }

    /**
     * Of a fault, in the same line, with the places that led to it: it cannot be found without.
     * What was foreseen is in the message.
     */
    private static String cause(@Nullable Throwable thrown) {
      if (!(thrown instanceof RuntimeException) && !(thrown instanceof Error)) {
        return "";
      }
      return ": "
          + thrown
          + Arrays.stream(thrown.getStackTrace())
              .limit(MAX_PLACES)
              .map(place -> " at " + place)
              .collect(Collectors.joining());
    }
  }
}
