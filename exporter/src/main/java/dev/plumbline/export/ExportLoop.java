package dev.plumbline.export;

import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.export.sender.ExportResult;
import dev.plumbline.export.sender.LevelAnswer;
import dev.plumbline.export.sender.RequestSender;
import dev.plumbline.export.sender.SenderClosedException;
import dev.plumbline.export.settings.ExporterSettings;
import dev.plumbline.fault.FaultText;
import dev.plumbline.otlp.OtlpLevel;
import dev.plumbline.profile.ProfileWindow;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What the exporter's thread does, one step at a time: ask for the level, encode, send, count, back
 * off. It never sleeps; a step tells how long to wait for the next one. Confined to the exporter's
 * thread, but for {@link #level}, {@link #trouble} and {@link #lastFailure}.
 */
final class ExportLoop {
  /** Nothing to do until something comes in. */
  static final long IDLE = Long.MAX_VALUE;

  /** While a receiver refuses all requests, one is tried this often. */
  static final long REFUSED_RETRY_NANOS = 600_000_000_000L;

  private final ExporterSettings settings;
  private final ExportQueue queue;
  private final ReceiverLevel level;
  private final WindowEncoder encoder;
  private final Backoff backoff;
  private final LongSupplier ticker;
  private final ExportLog log;

  private volatile long notBeforeNanos;
  private volatile long failedNanos;
  private long receiverNotBeforeNanos;
  private boolean refused;
  private volatile long waitsSinceNanos;
  private volatile boolean isWaiting;

  ExportLoop(ExporterParts parts, ExportQueue queue) {
    this.settings = parts.settings();
    RequestSender sender = parts.sender();
    this.level = new ReceiverLevel(settings.level(), sender, parts.levelSource());
    this.encoder = parts.encoder();
    this.ticker = parts.ticker();
    this.backoff = new Backoff(settings.retry(), parts.random());
    this.queue = queue;
    this.log = new ExportLog(settings.name(), sender, ticker);
    this.notBeforeNanos = ticker.getAsLong();
    this.receiverNotBeforeNanos = notBeforeNanos;
  }

  /**
   * Does what can be done now, at most one question for the level and one call to the receiver.
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
    ReceiverLevel.Way way = level.way();
    if (way == ReceiverLevel.Way.AFTER_ASKING && !askLevel(sendTimeoutNanos)) {
      return untilDue(ticker.getAsLong());
    }
    item = readyToSend(item);
    if (item != null) {
      send(item, way, sendTimeoutNanos);
    }
    return 0;
  }

  /** Why the last request did not arrive; none if it did. Any thread. */
  ExportFailure lastFailure() {
    return log.lastFailure();
  }

  /** The time is over: a receiver that never answers would leave no failure. Any thread. */
  void giveUpWaiting() {
    if (isWaiting) {
      log.unanswered(ticker.getAsLong() - waitsSinceNanos);
    }
  }

  private void beginWaiting() {
    waitsSinceNanos = ticker.getAsLong();
    isWaiting = true;
  }

  /** Which requests are written for; null until the receiver was asked. Any thread. */
  @Nullable OtlpLevel level() {
    return level.current();
  }

  /** Null if the last request arrived, or none was sent yet. Any thread. */
  @Nullable SendTrouble trouble() {
    ExportFailure failure = log.lastFailure();
    if (failure.isNone()) {
      return null;
    }
    long now = ticker.getAsLong();
    return new SendTrouble(failure.text(), now - failedNanos, Math.max(0, notBeforeNanos - now));
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
    failed("unexpected_fault", FaultText.of(fault), 0);
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

  /** False if the receiver could not be asked. */
  private boolean askLevel(long timeoutNanos) {
    OtlpLevel before = level.current();
    beginWaiting();
    LevelAnswer answer = level.ask(timeoutNanos);
    isWaiting = false;
    if (answer.level() == null) {
      failed("unavailable", answer.message(), 0);
      return false;
    }
    if (answer.level() != before) {
      log.level(answer);
    }
    return true;
  }

  /**
   * The request of the present level at the queue's head, encoded now if it is not; null if nothing
   * came out.
   */
  private @Nullable QueueItem readyToSend(QueueItem head) {
    QueueItem item = head;
    if (item.request() != null && item.level() != level.current()) {
      queue.takeBack(item);
      item = queue.first();
    }
    if (item != null && item.window() != null) {
      encode(item);
      item = queue.first();
    }
    return item != null && item.level() == level.current() ? item : null;
  }

  /**
   * While we wait anyway, windows become requests, which are smaller and exactly measured; not if
   * the level may change until they are sent.
   */
  private void encodeWaiting() {
    if (!level.isFixed()) {
      return;
    }
    for (QueueItem item = queue.firstWindow(); item != null; item = queue.firstWindow()) {
      encode(item);
    }
  }

  private void encode(QueueItem item) {
    ProfileWindow window = item.window();
    OtlpLevel current = level.current();
    if (window == null || current == null) {
      return;
    }
    try {
      WindowEncoder.Encoding encoding = encoder.encode(window, current);
      log.leftOut(encoding.droppedSamples());
      queue.encoded(item, encoding, current, keeping());
    } catch (RuntimeException e) {
      queue.dropped(item, ExportDrops.ENCODING_FAILED);
      log.notEncoded(e);
    }
  }

  private QueueItem.Keeping keeping() {
    return level.isFixed() ? QueueItem.Keeping.REQUESTS : QueueItem.Keeping.WINDOW;
  }

  private void send(QueueItem item, ReceiverLevel.Way way, long sendTimeoutNanos) {
    ExportRequest request = item.request();
    if (request == null || !queue.beginSending(item)) {
      return;
    }
    try {
      long timeoutNanos = Math.min(settings.timeout().toNanos(), sendTimeoutNanos);
      beginWaiting();
      ExportResult result = level.send(way, request, timeoutNanos);
      if (result != null) {
        item.countAttempt();
        settle(item, result);
      }
    } catch (SenderClosedException e) {
      throw e;
    } catch (RuntimeException e) {
      queue.dropped(item, ExportDrops.SENDER_FAILED);
      throw e;
    } finally {
      isWaiting = false;
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
    failedNanos = now;
    log.cannotSend(reason, message, delayNanos, queue.account());
  }

  private void refuse(ExportResult result) {
    refused = result.refusal() == ExportResult.Refusal.RECEIVER;
    failedNanos = ticker.getAsLong();
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
