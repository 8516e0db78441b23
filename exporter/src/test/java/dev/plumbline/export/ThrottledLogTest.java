package dev.plumbline.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class ThrottledLogTest {
  private static final long MINUTE_NANOS = ThrottledLog.INTERVAL_NANOS;

  private final List<String> lines = new ArrayList<>();
  private final Logger logger = Logger.getAnonymousLogger();
  private final ThrottledLog log = new ThrottledLog(logger);

  ThrottledLogTest() {
    logger.setUseParentHandlers(false);
    logger.addHandler(
        new Handler() {
          @Override
          public void publish(LogRecord line) {
            lines.add(line.getLevel() + " " + line.getMessage());
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        });
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
