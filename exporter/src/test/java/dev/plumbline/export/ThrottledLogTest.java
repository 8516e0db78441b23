package dev.plumbline.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class ThrottledLogTest {
  private static final long MINUTE_NANOS = ThrottledLog.INTERVAL_NANOS;

  private final List<String> lines = new ArrayList<>();
  private final Logger logger = Logger.getAnonymousLogger();
  private final Handler handler;
  private final ThrottledLog log = new ThrottledLog(logger);

  ThrottledLogTest() {
    logger.setUseParentHandlers(false);
    handler =
        new Handler() {
          @Override
          public void publish(LogRecord line) {
            lines.add(line.getLevel() + " " + line.getMessage());
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    logger.addHandler(handler);
  }

  @Test
  void repeats_areToldOnceAMinuteWithTheirCount() {
    for (int second = 0; second <= 120; second++) {
      log.warn(second * (MINUTE_NANOS / 60), () -> "down");
    }
    assertThat(lines)
        .containsExactly(
            "WARNING down",
            "WARNING down (and 59 more since the last line)",
            "WARNING down (and 59 more since the last line)");
  }

  @Test
  void warn_saysWhetherSomebodyWasTold() {
    assertThat(log.warn(0, () -> "down")).isTrue();
    assertThat(log.warn(1, () -> "down")).as("left out").isFalse();
    logger.removeHandler(handler);
    assertThat(log.warn(MINUTE_NANOS, () -> "down")).as("nobody listens").isFalse();
    logger.addHandler(handler);
    logger.setLevel(Level.SEVERE);
    assertThat(log.warn(2 * MINUTE_NANOS, () -> "down")).as("not wanted").isFalse();
  }

  @Test
  void recovery_isToldOnceAndStartsAfresh() {
    log.recovered(() -> "up");
    log.warn(0, () -> "down");
    log.warn(1, () -> "down");
    log.recovered(() -> "up");
    log.recovered(() -> "up");
    log.warn(2, () -> "down");
    assertThat(lines).containsExactly("WARNING down", "INFO up after 2 failures", "WARNING down");
  }
}
