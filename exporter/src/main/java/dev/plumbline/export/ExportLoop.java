package dev.plumbline.export;

import dev.plumbline.otlp.DropReason;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.profile.ProfileWindow;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * What the exporter's thread does, one step at a time: ask for the level, encode, send, count, back
 * off. It never sleeps; a step tells how long to wait for the next one. Confined to the exporter's
 * thread.
 */
final class ExportLoop {
  /** Nothing to do until something comes in. */
  static final long IDLE = Long.MAX_VALUE;

  /** While a receiver refuses all requests, one is tried this often. */
  static final long REFUSED_RETRY_NANOS = 600_000_000_000L;

  /** How long asking for the level may take. */
  static final long LEVEL_TIMEOUT_NANOS = 2_000_000_000L;

  private static final Logger logger = Logger.getLogger(ProfileExporter.class.getName());

  private final ExporterSettings settings;
  private final ExportQueue queue;
  private final RequestSender sender;
  private final @Nullable LevelSource levelSource;
  private final WindowEncoder encoder;
  private final Backoff backoff;
  private final LongSupplier ticker;
  private final ThrottledLog sendLog = new ThrottledLog(logger);
  private final ThrottledLog partialLog = new ThrottledLog(logger);
  private final ThrottledLog encodeLog = new ThrottledLog(logger);

  private @Nullable OtlpLevel level;
  private long notBeforeNanos;
  private long receiverNotBeforeNanos;
  private boolean refused;

  ExportLoop(ProfileExporter.Builder parts, ExportQueue queue) {
    this.settings = parts.settings();
    this.sender = parts.sender();
    this.levelSource = settings.level() == LevelChoice.AUTO ? parts.levelSource() : null;
    this.encoder = parts.encoder();
    this.ticker = parts.ticker();
    this.backoff = new Backoff(settings.retry(), parts.random());
    this.queue = queue;
    this.notBeforeNanos = ticker.getAsLong();
    this.receiverNotBeforeNanos = notBeforeNanos;
    this.level = fixedLevel();
  }

  /** Null only for {@code auto} with a receiver to ask. */
  private @Nullable OtlpLevel fixedLevel() {
    OtlpLevel chosen = settings.level().level();
    return chosen != null ? chosen : levelSource == null ? OtlpLevel.V1_10 : null;
  }

  /**
   * Does what can be done now, at most one call to the receiver.
   *
   * @param sendTimeoutNanos for that call, if it is shorter than the configured one
   * @return nanoseconds until the next step is due, {@link #IDLE} if only a new window makes it due
   */
  long step(long sendTimeoutNanos) {
    long now = ticker.getAsLong();
    dropExpired(now);
    if (refused && now - notBeforeNanos < 0) {
      queue.dropAll(ExportDrops.RECEIVER_REFUSES);
      return IDLE;
    }
    if (now - notBeforeNanos < 0) {
      encodeWaiting();
      return untilDue(now);
    }
    QueueItem item = queue.first();
    if (item == null) {
      return IDLE;
    }
    if (!levelIsKnown(Math.min(sendTimeoutNanos, LEVEL_TIMEOUT_NANOS))) {
      return untilDue(ticker.getAsLong());
    }
    if (item.window() != null) {
      encode(item);
      return 0;
    }
    if (item.level() != level) {
      queue.dropped(item, ExportDrops.LEVEL_CHANGED);
      return 0;
    }
    send(item, sendTimeoutNanos);
    return 0;
  }

  /** A flush does not wait for our own back-off, only for what the receiver asked for. */
  void hurry() {
    if (!refused) {
      notBeforeNanos = receiverNotBeforeNanos;
      backoff.reset();
    }
  }

  /**
   * After what no step should throw: says so and backs off, so that a fault that lasts neither
   * spins nor ends the export.
   */
  long failedUnexpectedly(Throwable fault) {
    logger.log(Level.FINE, fault, () -> subject() + "unexpected fault");
    failed("unexpected_fault", fault.toString(), 0);
    return untilDue(ticker.getAsLong());
  }

  private void dropExpired(long now) {
    long maxAge = settings.retry().maxAge().toNanos();
    for (QueueItem item = queue.first();
        item != null && now - item.acceptedNanos() > maxAge;
        item = queue.first()) {
      queue.dropped(item, ExportDrops.EXPIRED);
    }
  }

  private long untilDue(long now) {
    QueueItem first = queue.first();
    if (first == null) {
      return IDLE;
    }
    long due = notBeforeNanos - now;
    long expiry = first.acceptedNanos() + settings.retry().maxAge().toNanos() + 1 - now;
    return Math.max(1, Math.min(due, expiry));
  }

  private boolean levelIsKnown(long timeoutNanos) {
    if (levelSource == null || (level != null && sender.isConnected())) {
      return true;
    }
    OtlpLevel before = level;
    LevelAnswer answer = levelSource.ask(timeoutNanos);
    level = answer.level();
    if (level == null) {
      failed("level_unknown", answer.message(), 0);
      return false;
    }
    if (level != before) {
      logger.log(Level.INFO, () -> subject() + "OTLP level " + answer);
    }
    return true;
  }

  /** While we wait anyway, windows become requests, which are smaller and exactly measured. */
  private void encodeWaiting() {
    if (level == null || (levelSource != null && !sender.isConnected())) {
      return;
    }
    for (QueueItem item = queue.firstWindow(); item != null; item = queue.firstWindow()) {
      encode(item);
    }
  }

  private void encode(QueueItem item) {
    ProfileWindow window = item.window();
    OtlpLevel current = level;
    if (window == null || current == null) {
      return;
    }
    try {
      WindowEncoder.Encoding encoding = encoder.encode(window, current);
      warnOfDrops(encoding);
      queue.encoded(item, encoding, current);
    } catch (RuntimeException e) {
      queue.dropped(item, ExportDrops.ENCODING_FAILED);
      encodeLog.warn(ticker.getAsLong(), () -> subject() + "a window cannot be encoded: " + e);
    }
  }

  /**
   * Zeros say nothing and go in silence; what else is missing, such as a stack too large, is told.
   */
  private void warnOfDrops(WindowEncoder.Encoding encoding) {
    Map<String, Integer> drops = new TreeMap<>(encoding.droppedSamples());
    drops.remove(DropReason.ZERO_VALUE.text());
    if (!drops.isEmpty()) {
      encodeLog.warn(
          ticker.getAsLong(),
          () -> subject() + "samples that cannot be sent are dropped: " + drops);
    }
  }

  private void send(QueueItem item, long sendTimeoutNanos) {
    ExportRequest request = item.request();
    if (request == null || !queue.beginSending(item)) {
      return;
    }
    try {
      item.countAttempt();
      long timeoutNanos = Math.min(settings.timeout().toNanos(), sendTimeoutNanos);
      settle(item, sender.send(request, timeoutNanos));
    } catch (SenderClosedException e) {
      throw e;
    } catch (RuntimeException e) {
      queue.dropped(item, ExportDrops.SENDER_FAILED);
      throw e;
    } finally {
      queue.endSending();
    }
  }

  private void settle(QueueItem item, ExportResult result) {
    switch (result.outcome()) {
      case ACCEPTED:
        queue.exported(item);
        succeeded();
        if (!result.message().isEmpty()) {
          partialLog.warn(
              ticker.getAsLong(),
              () -> subject() + "the receiver accepted all and remarks: " + result.message());
        }
        break;
      case PARTLY_REJECTED:
        queue.partlyRejected(item, result.rejectedProfiles(), result.reason());
        succeeded();
        partialLog.warn(
            ticker.getAsLong(),
            () ->
                subject()
                    + "the receiver rejected "
                    + result.rejectedProfiles()
                    + " profiles: "
                    + result.message());
        break;
      case RETRY_AFTER:
        if (item.attempts() >= settings.retry().maxAttempts()) {
          queue.dropped(item, ExportDrops.RETRIES_EXHAUSTED);
        }
        failed(result.reason(), result.message(), result.retryAfterNanos());
        break;
      case REFUSED:
        queue.rejected(item, result.reason());
        refuse(result);
        break;
    }
  }

  private void succeeded() {
    backoff.reset();
    refused = false;
    sendLog.recovered(() -> subject() + "sends again");
  }

  private void failed(String reason, String message, long receiverDelayNanos) {
    long now = ticker.getAsLong();
    long delayNanos = backoff.next(receiverDelayNanos);
    notBeforeNanos = now + delayNanos;
    receiverNotBeforeNanos = receiverDelayNanos > 0 ? notBeforeNanos : now;
    refused = false;
    sendLog.warn(
        now,
        () ->
            subject()
                + "cannot send: "
                + reason
                + ": "
                + message
                + "; next try in "
                + delayNanos / 1_000_000
                + " ms, "
                + waiting());
  }

  private void refuse(ExportResult result) {
    long now = ticker.getAsLong();
    if (result.refusal() == ExportResult.Refusal.REQUEST) {
      backoff.reset();
      sendLog.warn(
          now,
          () -> subject() + "a request was refused: " + result.reason() + ": " + result.message());
      return;
    }
    refused = true;
    notBeforeNanos = now + REFUSED_RETRY_NANOS;
    receiverNotBeforeNanos = notBeforeNanos;
    sendLog.warn(
        now,
        () ->
            subject()
                + "the receiver refuses: "
                + result.reason()
                + ": "
                + result.message()
                + "; windows are dropped and counted, one is tried every 10 min");
  }

  private String waiting() {
    ExportAccount account = queue.account();
    return account.samples().held()
        + " samples ("
        + account.heldBytes()
        + " bytes) wait, "
        + account.samples().dropped()
        + " dropped so far";
  }

  private String subject() {
    return "exporter " + settings.name() + " to " + sender.target() + ": ";
  }
}
