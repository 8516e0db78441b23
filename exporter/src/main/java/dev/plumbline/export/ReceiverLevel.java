package dev.plumbline.export;

import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.export.sender.ExportResult;
import dev.plumbline.export.sender.LevelAnswer;
import dev.plumbline.export.sender.LevelSource;
import dev.plumbline.export.sender.RequestSender;
import dev.plumbline.export.settings.LevelChoice;
import dev.plumbline.otlp.OtlpLevel;
import org.jspecify.annotations.Nullable;

/**
 * The level that the receiver reads: fixed by the settings, or asked. An answer is good for one
 * connection, since behind the next may be another receiver (design §5). Confined to the exporter's
 * thread, but for {@link #current}.
 */
final class ReceiverLevel {
  /** How long asking may take. */
  static final long TIMEOUT_NANOS = 2_000_000_000L;

  private final RequestSender sender;
  private final @Nullable LevelSource source;
  private volatile @Nullable OtlpLevel level;

  /**
   * @param source asked if the choice leaves the level open; null means 1.10 then
   */
  ReceiverLevel(LevelChoice choice, RequestSender sender, @Nullable LevelSource source) {
    OtlpLevel chosen = choice.level();
    this.sender = sender;
    this.source = chosen == null ? source : null;
    this.level = chosen != null ? chosen : source == null ? OtlpLevel.V1_10 : null;
  }

  /** The way of a request. */
  enum Way {
    /** The level is fixed. */
    ANY_CONNECTION,
    /** The level is of what is behind the present connection, and good for no other. */
    SAME_CONNECTION,
    /** There is no connection: a new one, once the level has been asked. */
    AFTER_ASKING
  }

  Way way() {
    if (isFixed()) {
      return Way.ANY_CONNECTION;
    }
    return level != null && sender.isConnected() ? Way.SAME_CONNECTION : Way.AFTER_ASKING;
  }

  /** Whether it cannot change until a request is sent. */
  boolean isFixed() {
    return source == null;
  }

  /** Null until it is known. Any thread. */
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
    return answer;
  }

  /** Sends by that way; null if the connection of the level has gone, nothing was sent then. */
  @Nullable ExportResult send(Way way, ExportRequest request, long timeoutNanos) {
    return way == Way.SAME_CONNECTION
        ? sender.sendConnected(request, timeoutNanos)
        : sender.send(request, timeoutNanos);
  }
}
