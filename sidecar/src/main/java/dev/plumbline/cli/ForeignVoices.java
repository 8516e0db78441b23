package dev.plumbline.cli;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Libraries log what peers do to them, as often as they do it, which would let a scrape target fill
 * a disk: each of their loggers is heard once a minute. What we log throttles itself. Thread-safe.
 */
final class ForeignVoices {
  private static final String OWN = "dev.plumbline.";
  private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final LongSupplier ticker;

  /** Loggers are named by classes, so they are few. */
  private final Map<String, Long> heardNanos = new ConcurrentHashMap<>();

  ForeignVoices(LongSupplier ticker) {
    this.ticker = ticker;
  }

  boolean mayBeHeard(@Nullable String logger) {
    if (logger == null || logger.startsWith(OWN)) {
      return true;
    }
    long now = ticker.getAsLong();
    return heardNanos.merge(
            logger, now, (before, next) -> next - before >= PAUSE_NANOS ? next : before)
        == now;
  }
}
