package dev.plumbline.export;

import dev.plumbline.otlp.OtlpLevel;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The level that the receiver reads: fixed by the settings, or asked. An answer is good for one
 * connection, since behind the next may be another receiver (design §5); one that came moments ago
 * is good for the connection to be made. Confined to the exporter's thread.
 */
final class ReceiverLevel {
  /** How long asking may take. */
  static final long TIMEOUT_NANOS = 2_000_000_000L;

  /** How old an answer may be when the connection is made for which it was asked. */
  static final long FRESH_NANOS = 5_000_000_000L;

  private final RequestSender sender;
  private final @Nullable LevelSource source;
  private final LongSupplier ticker;
  private @Nullable OtlpLevel level;
  private boolean isFresh;
  private long askedNanos;

  /**
   * @param parts whose level source is asked if the settings leave the level open; without one it
   *     is 1.10 then
   */
  ReceiverLevel(ExporterParts parts) {
    OtlpLevel chosen = parts.settings().level().level();
    LevelSource given = parts.levelSource();
    this.sender = parts.sender();
    this.ticker = parts.ticker();
    this.source = chosen == null ? given : null;
    this.level = chosen != null ? chosen : given == null ? OtlpLevel.V1_10 : null;
  }

  /** The way of a request. */
  enum Way {
    /** The level is fixed. */
    ANY_CONNECTION,
    /** The level is of what is behind the present connection, and good for no other. */
    SAME_CONNECTION,
    /** There is no connection: a new one, for which the level has been asked. */
    NEW_CONNECTION,
    /** There is no connection: a new one, once the level has been asked. */
    AFTER_ASKING
  }

  Way way() {
    if (isFixed()) {
      return Way.ANY_CONNECTION;
    }
    if (level != null && sender.isConnected()) {
      return Way.SAME_CONNECTION;
    }
    boolean isAsked = level != null && isFresh && ticker.getAsLong() - askedNanos <= FRESH_NANOS;
    return isAsked ? Way.NEW_CONNECTION : Way.AFTER_ASKING;
  }

  /** Whether it cannot change until a request is sent. */
  boolean isFixed() {
    return source == null;
  }

  /** Null until it is known. */
  @Nullable OtlpLevel current() {
    return level;
  }

  /** Asks; not to be called where the level is fixed. */
  LevelAnswer ask(long timeoutNanos) {
    if (source == null) {
      throw new IllegalStateException("the level is fixed");
    }
    LevelAnswer answer = source.ask(Math.min(timeoutNanos, TIMEOUT_NANOS));
    level = answer.level();
    isFresh = level != null;
    askedNanos = ticker.getAsLong();
    return answer;
  }

  /** Sends by that way; null if the connection of the level has gone, nothing was sent then. */
  @Nullable ExportResult send(Way way, ExportRequest request, long timeoutNanos) {
    isFresh = false;
    return way == Way.SAME_CONNECTION
        ? sender.sendConnected(request, timeoutNanos)
        : sender.send(request, timeoutNanos);
  }
}
