package dev.plumbline.export;

import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.profile.ProfileWindow;
import java.util.function.LongSupplier;
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

  private final ExporterSettings settings;
  private final ExportQueue queue;
  private final RequestSender sender;
  private final @Nullable LevelSource levelSource;
  private final WindowEncoder encoder;
  private final Backoff backoff;
  private final LongSupplier ticker;
  private final ExportLog log;

  private @Nullable OtlpLevel level;
  private long notBeforeNanos;
  private long receiverNotBeforeNanos;
  private boolean refused;

  ExportLoop(ExporterParts parts, ExportQueue queue) {
    this.settings = parts.settings();
    this.sender = parts.sender();
    this.levelSource = settings.level() == LevelChoice.AUTO ? parts.levelSource() : null;
    this.encoder = parts.encoder();
    this.ticker = parts.ticker();
    this.backoff = new Backoff(settings.retry(), parts.random());
    this.queue = queue;
    this.log = new ExportLog(settings.name(), sender, ticker);
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
    log.fault(fault);
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
      log.level(answer);
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
      log.leftOut(encoding.droppedSamples());
      queue.encoded(item, encoding, current);
    } catch (RuntimeException e) {
      queue.dropped(item, ExportDrops.ENCODING_FAILED);
      log.notEncoded(e);
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
        log.remark(result);
        break;
      case PARTLY_REJECTED:
        queue.partlyRejected(item, result.rejectedProfiles(), result.reason());
        succeeded();
        log.partlyRejected(result);
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
    log.sendsAgain();
  }

  private void failed(String reason, String message, long receiverDelayNanos) {
    long now = ticker.getAsLong();
    long delayNanos = backoff.next(receiverDelayNanos);
    notBeforeNanos = now + delayNanos;
    receiverNotBeforeNanos = receiverDelayNanos > 0 ? notBeforeNanos : now;
    refused = false;
    log.cannotSend(reason, message, delayNanos, queue.account());
  }

  private void refuse(ExportResult result) {
    refused = result.refusal() == ExportResult.Refusal.RECEIVER;
    if (refused) {
      notBeforeNanos = ticker.getAsLong() + REFUSED_RETRY_NANOS;
      receiverNotBeforeNanos = notBeforeNanos;
      log.receiverRefuses(result);
    } else {
      backoff.reset();
      log.requestRefused(result);
    }
  }
}
