package dev.plumbline.export;

import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * One topic of an exporter's log: the first trouble is a WARNING, what follows comes at most once a
 * minute with the count of what was left out, and the end of the trouble is one INFO. Confined to
 * the exporter's thread.
 */
final class ThrottledLog {
  static final long INTERVAL_NANOS = 60_000_000_000L;

  private final Logger logger;
  private boolean troubled;
  private long lastNanos;
  private long leftOut;
  private long troubles;

  ThrottledLog(Logger logger) {
    this.logger = logger;
  }

  void warn(long nowNanos, Supplier<String> message) {
    troubles++;
    if (troubled && nowNanos - lastNanos < INTERVAL_NANOS) {
      leftOut++;
      return;
    }
    String repeated = leftOut == 0 ? "" : " (and " + leftOut + " more since the last line)";
    logger.log(Level.WARNING, () -> message.get() + repeated);
    troubled = true;
    lastNanos = nowNanos;
    leftOut = 0;
  }

  /**
   * Says once that the trouble is over; nothing if there was none.
   *
   * @param message ends with what follows {@code after N failures}
   */
  void recovered(Supplier<String> message) {
    if (!troubled) {
      return;
    }
    long count = troubles;
    logger.log(
        Level.INFO,
        () -> message.get() + " after " + count + (count == 1 ? " failure" : " failures"));
    troubled = false;
    leftOut = 0;
    troubles = 0;
  }
}
