package dev.plumbline.export;

import dev.plumbline.export.SettlementListener.Settlement;
import dev.plumbline.export.sender.ExportRequest;
import dev.plumbline.profile.SampleCounts;

/**
 * What has left the queue: counts it, its samples by profile type and as a request, and tells those
 * who want to know its end. Guarded by the queue's lock.
 */
final class Departures {
  private final AccountBook book;

  Departures(AccountBook book) {
    this.book = book;
  }

  void exported(QueueItem item) {
    book.exported(item.samples());
    book.requests().exported(requestsOf(item));
    item.arrival().left(Settlement.exported(item.samples()));
  }

  /**
   * A partial success. OTLP tells how many profiles were rejected and not which, so the samples are
   * divided in proportion, rounded towards rejected, and so over their types.
   */
  void partlyRejected(QueueItem item, ExportRequest request, long profiles, String reason) {
    long total = Math.max(1, request.profileCount());
    long rejected = Math.min(Math.max(0, profiles), total);
    SampleCounts samples = item.samples();
    SampleCounts lost = samples.share((samples.total() * rejected + total - 1) / total);
    book.rejected(reason, lost);
    book.exported(samples.minus(lost));
    book.requests().exported(1);
    book.rejectedProfiles(Math.max(0, profiles));
    if (rejected > 0 && rejected < total) {
      book.divided(samples.total());
    }
    item.arrival().left(Settlement.rejected(samples.minus(lost), lost, reason));
  }

  void rejected(QueueItem item, String reason) {
    book.rejected(reason, item.samples());
    book.requests().rejected(reason, requestsOf(item));
    item.arrival().left(Settlement.rejected(SampleCounts.EMPTY, item.samples(), reason));
  }

  void dropped(QueueItem item, String reason) {
    book.dropped(reason, item.samples());
    book.requests().dropped(reason, requestsOf(item));
    item.arrival().left(Settlement.dropped(item.samples(), reason));
  }

  private static int requestsOf(QueueItem item) {
    return item.request() == null ? 0 : 1;
  }
}
