package dev.plumbline.spool;

import dev.plumbline.export.AccountBook;
import dev.plumbline.export.ExportAccount;
import dev.plumbline.export.ProfileExporter;
import dev.plumbline.export.SettlementListener.Settlement;
import dev.plumbline.profile.SampleCounts;

/**
 * The account of one spool: accepted = exported + dropped + rejected + held, for each profile type.
 * What was found on disk at the start counts as accepted. Thread-safe.
 */
final class SpoolBook {
  private final Object lock = new Object();
  private final AccountBook book = new AccountBook();
  private SampleCounts held = SampleCounts.EMPTY;
  private long heldRequests;
  private long heldBytes;

  void accepted(SampleCounts samples) {
    synchronized (lock) {
      book.accepted(samples);
      held = SampleCounts.builder().add(held).add(samples).build();
    }
  }

  /**
   * What became of a request. One that was encoded anew may have counted its samples otherwise:
   * then its own are divided in the same proportion, which is exact where all went one way.
   *
   * @param samples of the request as it was accepted
   */
  void settled(SampleCounts samples, Settlement settlement) {
    String reason = settlement.reason();
    long exported = settlement.exported().total();
    long rejected = settlement.rejected().total();
    long dropped = settlement.dropped().total();
    long all = exported + rejected + dropped;
    SampleCounts.Builder sum = SampleCounts.builder();
    sum.add(settlement.exported()).add(settlement.rejected()).add(settlement.dropped());
    boolean isSame = sum.build().equals(samples);
    SampleCounts arrived = isSame ? settlement.exported() : part(samples, exported, all);
    SampleCounts left = samples.minus(arrived);
    SampleCounts unwanted =
        isSame ? settlement.rejected() : part(left, rejected, rejected + dropped);
    synchronized (lock) {
      book.exported(arrived);
      book.rejected(reason, unwanted);
      book.dropped(all == 0 ? ProfileExporter.LEVEL_CHANGED : reason, left.minus(unwanted));
      if (exported != all && rejected != all && dropped != all) {
        book.divided(samples.total());
      }
      held = held.minus(samples);
    }
  }

  /** Nothing of what came to nothing. */
  private static SampleCounts part(SampleCounts samples, long some, long all) {
    return all == 0 ? SampleCounts.EMPTY : samples.share(samples.total() * some / all);
  }

  void dropped(String reason, SampleCounts samples) {
    synchronized (lock) {
      book.dropped(reason, samples);
      held = held.minus(samples);
    }
  }

  /** How much is on disk. */
  void onDisk(long requests, long bytes) {
    synchronized (lock) {
      heldRequests = requests;
      heldBytes = bytes;
    }
  }

  ExportAccount account() {
    synchronized (lock) {
      return book.account(held, heldRequests, heldBytes);
    }
  }
}
