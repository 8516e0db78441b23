package dev.plumbline.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LogsTest {
  private final Logger root = Logger.getLogger("");
  private final Handler[] before = root.getHandlers();
  private final Level levelBefore = root.getLevel();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private Handler handler;

  @BeforeEach
  void configure() {
    Logs.configure(new PrintStream(err, true, UTF_8), false);
    handler = root.getHandlers()[0];
  }

  @AfterEach
  void restore() {
    root.removeHandler(handler);
    for (Handler each : before) {
      root.addHandler(each);
    }
    root.setLevel(levelBefore);
  }

  private String line(Throwable thrown) {
    LogRecord record = new LogRecord(Level.WARNING, "a handler failed");
    record.setThrown(thrown);
    handler.publish(record);
    return err.toString(UTF_8);
  }

  /** "See our log" must lead somewhere. */
  @Test
  void fault_isShownWithItsPlaces_inOneLine() {
    assertThat(line(new IllegalStateException("two\nlines")))
        .startsWith("Warning: a handler failed: java.lang.IllegalStateException: two lines at ")
        .contains("LogsTest.fault_isShownWithItsPlaces_inOneLine")
        .hasLineCount(1);
    assertThat(line(new OutOfMemoryError("Java heap space"))).contains("Java heap space");
  }

  /** Who logs them has said what they say. */
  @Test
  void exceptionThatWasForeseen_isNotRepeated() {
    assertThat(line(new IOException("gone"))).isEqualTo("Warning: a handler failed\n");
  }
}
