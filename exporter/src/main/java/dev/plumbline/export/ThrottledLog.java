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

  /**
   * @return whether it was told: not left out, and not to a logger without a handler, as at the
   *     JVM's end, when the log manager has taken them away
   */
  boolean warn(long nowNanos, Supplier<String> message) {
    troubles++;
    if (troubled && nowNanos - lastNanos < INTERVAL_NANOS) {
      leftOut++;
      return false;
    }
    String repeated = leftOut == 0 ? "" : " (and " + leftOut + " more since the last line)";
    logger.log(Level.WARNING, () -> message.get() + repeated);
    troubled = true;
    lastNanos = nowNanos;
    leftOut = 0;
    return isHeard();
  }

  private boolean isHeard() {
    Logger each = logger.isLoggable(Level.WARNING) ? logger : null;
    while (each != null && each.getHandlers().length == 0) {
      each = each.getUseParentHandlers() ? each.getParent() : null;
    }
    return each != null;
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
